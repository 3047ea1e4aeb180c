import { lazily } from '#runtime/lazily.ts'
import type { Oidc } from '../../oidc/index.ts'
import type { AccountPage } from '../core/answer.ts'
import type { Apps, Pages } from '../core/pages.ts'
import { forSignedIn } from '../core/visit.ts'

const loadAuthorize = lazily(() => import('./authorize.ts'))
const loadApps = lazily(() => import('./apps.ts'))
const loadInteraction = lazily(() => import('../../oidc/interactions/interaction.ts'))

/** The pages on which people answer the authorization requests of apps. Their code is loaded with the first such request. */
export const oidcPages = (pages: Pages, oidc: Oidc): AccountPage[] => [
  {
    path: '/account/authorize',
    show: async (request) => (await loadAuthorize()).showAuthorize({ pages, oidc }, request),
    send: async (request) => (await loadAuthorize()).answerAuthorize({ pages, oidc }, request),
  },
  {
    path: '/account/revoke-app',
    send: forSignedIn(pages, undefined, async (visit) => (await loadApps()).revokeApp(oidc, visit)),
  },
]

/** Returns what other pages need to know about apps. As long as there is no app, no further code is loaded. */
export const appsOf = (oidc: Oidc): Apps => ({
  async ofRequest(interaction) {
    const { findInteraction } = await loadInteraction()
    const found = await findInteraction(oidc, interaction)
    return found && { name: found.client.name, loginHint: found.loginHint, uiLocales: found.uiLocales }
  },
  section: async (userId) =>
    (await oidc.clients.any()) ? (await loadApps()).appsSection(oidc, userId) : () => undefined,
})
