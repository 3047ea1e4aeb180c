import type { Language } from '#contract/declaration/languages.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { avatar } from '#runtime/components/avatar.ts'
import { card } from '#runtime/components/card.ts'
import { rows } from '#runtime/components/row.ts'
import { dayIn } from '#runtime/components/time.ts'
import { type Html, html, joinHtml } from '#runtime/html.ts'
import { loadEndAppAccess, loadFindApps, type Oidc } from '../../oidc/index.ts'
import type { PageAnswer } from '../core/answer.ts'
import type { Visit } from '../core/visit.ts'
import { textsIn } from '../texts/texts.ts'
import { bdi, buttonForm } from '../view/section.ts'
import { words } from '../view/view.ts'
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
    const texts = textsIn(language).oidc
    if (apps.length === 0) return undefined
    const shown = apps.map(({ clientId, name, scope, since }) => ({
      drawing: avatar(name),
      name: bdi(name),
      notes: [
        joinHtml(scopesInWords(texts, scope).map(words), ', '),
        texts.apps.since({ day: dayIn(toRfc3339(since), language) }),
      ],
      actions: buttonForm('account/revoke-app', texts.apps.revoke, { id: clientId, name }),
    }))
    return card(texts.apps.title, html`<p>${texts.apps.text}</p>${rows(shown)}`)
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
