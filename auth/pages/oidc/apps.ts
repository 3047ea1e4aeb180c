import type { Language } from '#contract/languages.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { escapeHtml } from '#runtime/http/page.ts'
import type { Oidc } from '../../oidc/core/oidc.ts'
import { findConsents, revokeConsent } from '../../oidc/grants/consent-store.ts'
import { findGrants } from '../../oidc/grants/grant-store.ts'
import type { PageAnswer } from '../core/answer.ts'
import type { Visit } from '../core/visit.ts'
import { bdi, dayIn, formOf, quiet, section } from '../view/section.ts'
import { words } from '../view/view.ts'
import { appTexts } from './app-texts.ts'
import { scopesInWords } from './scopes-in-words.ts'

/** An app that a user has signed in to, or given consent to. */
interface SignedInApp {
  id: string
  name: string
  scopes: string[]
  since: number
}

/** Makes the part of the account page about the apps of a user; empty when there are none. */
export async function appsSection(oidc: Oidc, userId: string): Promise<(language: Language) => string> {
  const apps = await findApps(oidc, userId)
  return (language) => {
    const texts = appTexts[language]
    if (apps.length === 0) return ''
    const items = apps.map(({ id, name, scopes, since }) => {
      const label = escapeHtml(`${texts.apps.revoke}: ${name}`)
      const revoke = formOf(
        'account/revoke-app',
        `<input type="hidden" name="id" value="${escapeHtml(id)}"><button class="plain" aria-label="${label}">${escapeHtml(texts.apps.revoke)}</button>`,
      )
      const may = `<span class="quiet">${scopesInWords(texts, scopes).map(words).join(', ')}</span>`
      const day = dayIn(toRfc3339(since), language)
      return `<li><div><strong>${bdi(name)}</strong>${may}${quiet(texts.apps.since(day))}</div>${revoke}</li>`
    })
    return section(
      texts.apps.title,
      `<p class="quiet">${escapeHtml(texts.apps.text)}</p><ul>${items.join('')}</ul>`,
    )
  }
}

/**
 * Finds the apps that have a living session of the user, and those that have the user's consent and may begin a session
 * without asking again.
 */
async function findApps({ db, clock, clients }: Oidc, userId: string): Promise<SignedInApp[]> {
  const [grants, consents] = await Promise.all([
    findGrants(db, { userId, now: clock.now() }),
    findConsents(db, userId),
  ])
  const given = [
    ...consents.map(({ clientId, scope, givenAt }) => ({ clientId, scope, since: givenAt })),
    ...grants.map(({ clientId, scope, createdAt }) => ({ clientId, scope, since: createdAt })),
  ]
  const ids = [...new Set(given.map(({ clientId }) => clientId))]
  const apps = await Promise.all(
    ids.map(async (id) => {
      const client = await clients.find(id)
      const own = given.filter(({ clientId }) => clientId === id)
      const scopes = [...new Set(own.flatMap(({ scope }) => scope))]
      const since = Math.min(...own.map((one) => one.since))
      return client && { id, name: client.name, scopes, since }
    }),
  )
  return apps.filter((app) => app !== undefined).sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * Revokes an app's access to the account: the consent of the user, and what living sessions gave to the app. A repeated
 * call does no harm.
 */
export async function revokeApp(oidc: Oidc, { request, caller }: Visit): Promise<PageAnswer> {
  const given = { userId: caller.userId, clientId: request.body?.id ?? '' }
  await oidc.db.transaction((tx) => revokeConsent(tx, given))
  return { to: '../account?done=app_revoked' }
}
