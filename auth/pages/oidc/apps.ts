import type { Language } from '#contract/declaration/languages.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { type Html, html, joinHtml } from '#runtime/html.ts'
import { loadEndAppAccess, loadFindApps, type Oidc } from '../../oidc/index.ts'
import type { PageAnswer } from '../core/answer.ts'
import type { Visit } from '../core/visit.ts'
import { buttonForm, dayIn, listItem, quiet, section } from '../view/section.ts'
import { words } from '../view/view.ts'
import { appTexts } from './app-texts.ts'
import { scopesInWords } from './scopes-in-words.ts'

/** The limit for the list of apps. No installation registers so many, so the account page shows all apps of a user. */
const maxApps = 1_000

/** Makes the part of the account page about the apps of a user; undefined when there are none. */
export async function appsSection(
  oidc: Oidc,
  userId: string,
): Promise<(language: Language) => Html | undefined> {
  const { db, clock } = oidc
  const { findApps } = await loadFindApps()
  const found = await findApps(db, { userId, now: clock.now(), after: '', limit: maxApps })
  const apps = found
    .filter(({ isEnabled }) => isEnabled)
    .sort((one, other) => one.name.localeCompare(other.name))
  return (language) => {
    const texts = appTexts[language]
    if (apps.length === 0) return undefined
    const items = apps.map(({ clientId, name, scope, since }) => {
      const revoke = buttonForm('account/revoke-app', texts.apps.revoke, { id: clientId, name })
      const may = html`<span class="quiet">${joinHtml(scopesInWords(texts, scope).map(words), ', ')}</span>`
      const day = dayIn(toRfc3339(since), language)
      return listItem(name, [may, quiet(texts.apps.since(day))], revoke)
    })
    return section(texts.apps.title, html`<p class="quiet">${texts.apps.text}</p><ul>${items}</ul>`)
  }
}

/**
 * Revokes an app's access to the account: the consent of the user, and the grants of living sessions. A repeated call does no
 * harm.
 */
export async function revokeApp(oidc: Oidc, { request, caller }: Visit): Promise<PageAnswer> {
  const { endAppAccess } = await loadEndAppAccess()
  await endAppAccess(oidc, { userId: caller.userId, clientId: request.body?.id ?? '', caller })
  return { to: '../account?done=app_revoked' }
}
