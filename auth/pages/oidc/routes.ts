import { loadInteractions, type Oidc } from '../../oidc/index.ts'
import type { AccountPage } from '../core/answer.ts'
import type { Apps, Pages } from '../core/pages.ts'
import { forSignedIn } from '../core/visit.ts'
import { appsSection, revokeApp } from './apps.ts'
import { answerAuthorize, showAuthorize } from './authorize.ts'

/** The pages on which people answer the authorization requests of apps. */
export const oidcPages = (pages: Pages, oidc: Oidc): AccountPage[] => [
  {
    path: '/account/authorize',
    show: (request) => showAuthorize({ pages, oidc }, request),
    send: (request) => answerAuthorize({ pages, oidc }, request),
  },
  {
    path: '/account/revoke-app',
    send: forSignedIn(pages, undefined, (visit) => revokeApp(oidc, visit)),
  },
]

/** Returns what other pages need to know about apps. */
export const appsOf = (oidc: Oidc): Apps => ({
  async ofRequest(interaction) {
    const { findInteraction } = await loadInteractions()
    const found = await findInteraction(oidc, interaction)
    return found && { name: found.client.name, loginHint: found.loginHint, uiLocales: found.uiLocales }
  },
  section: async (userId) => ((await oidc.clients.any()) ? appsSection(oidc, userId) : () => undefined),
})
