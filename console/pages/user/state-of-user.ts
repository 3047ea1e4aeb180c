import type { UserLockResource } from '#contract/sign-in/locks.ts'
import type { LoginStateResource } from '#contract/users/user-support.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Visit } from '../../core/visit.ts'
import { number, pageUrl, quoted, time } from '../../view/parts.ts'
import type { UserState } from './find-user-state.ts'

/** Returns the card that says what keeps the user from signing in, or that nothing does, and where the user was seen last. */
export function stateOfUser(visit: Visit, state: UserState): Html {
  const { user, lock, login } = state
  const { userPage: text } = visit.texts
  const faults = [
    ...(user.status === 'suspended' ? [suspended(visit, login)] : []),
    ...(lock.locked ? [locked(visit, lock)] : []),
    ...addressFaults(visit, state),
    ...passwordFaults(visit, state),
    ...sessionFaults(visit, login),
    ...mailFaults(visit, state),
  ]
  const isOut = user.status === 'suspended' || lock.locked
  const tone = isOut ? 'bad' : faults.length > 0 ? 'warn' : 'good'
  return html`<section class="card state ${tone}"><h2>${text.status}</h2>${faults.length === 0 ? html`<p>${text.fine}</p>` : html`<ul>${faults.map((one) => html`<li>${one}</li>`)}</ul>`}${seen(visit, state)}</section>`
}

function suspended(visit: Visit, { suspension }: LoginStateResource): Html {
  const { userPage: text, oneUser } = visit.texts
  if (!suspension) return html`${text.suspended}`
  const { at, reason, by, by_name } = suspension
  const who = by === null ? oneUser.byCommand : userLink(by, by_name)
  const when =
    at === null ? undefined : html`<br><span class="quiet">${time(visit, at)}, ${oneUser.by} ${who}</span>`
  return html`${text.suspended}${reason ? html` ${quoted(visit, reason)}` : undefined}${when}`
}

/** Returns a name as a link to the list of users, which finds the user by id. An API key has a name and no page. */
export const userLink = (id: string, name: string | null): Html =>
  html`<a href="${pageUrl('users', { q: id })}"><bdi>${name ?? id}</bdi></a>`

function locked(visit: Visit, { locked_until, wrong_passwords }: UserLockResource): Html {
  const { userPage: text, oneUser } = visit.texts
  const counts = wrong_passwords
    .filter(({ paused_until }) => paused_until !== null)
    .map(({ what, count, last_at, network }) => {
      const words = what === 'second_factors' ? oneUser.wrongFactors : oneUser.wrongPasswords
      const from = network === null ? undefined : html` ${oneUser.network} ${network}`
      return html`<br><span class="quiet">${words({ count: number(visit, count) })} ${time(visit, last_at)}${from}</span>`
    })
  return html`${text.locked} ${locked_until === null ? undefined : time(visit, locked_until)}${counts}`
}

function addressFaults(visit: Visit, { user, links }: UserState): Html[] {
  const { userPage: text, oneUser } = visit.texts
  if (user.email_verified) return []
  const link = links.find(({ purpose }) => purpose === 'verify_email')
  const waits = link ? html`${oneUser.confirmWaits} ${time(visit, link.expires_at)}.` : oneUser.noConfirmLink
  // The link of an invitation confirms the address too.
  const isInvited = !user.has_password && user.last_login_at === null
  return [html`${text.unconfirmed}${isInvited ? undefined : html` ${waits}`}`]
}

function passwordFaults(visit: Visit, { user, login, links }: UserState): Html[] {
  const { userPage: text, oneUser } = visit.texts
  if (login.password === 'temporary_expired') return [html`${oneUser.temporaryExpired}`]
  if (login.password === 'temporary')
    return [
      login.temporary_until === null
        ? html`${text.temporary}`
        : html`${oneUser.temporaryUntil} ${time(visit, login.temporary_until)}.`,
    ]
  if (login.password !== 'none') return []
  if (user.last_login_at !== null) return [html`${text.noPassword}`]
  const link = links.find(({ purpose }) => purpose === 'invitation')
  return [link ? html`${oneUser.invited} ${time(visit, link.expires_at)}.` : html`${oneUser.invitedNoLink}`]
}

/** A user service of an earlier version does not say since when sessions wait to be ended. */
function sessionFaults(visit: Visit, { sessions_pending_since: since }: Partial<LoginStateResource>): Html[] {
  return since ? [html`${visit.texts.oneUser.sessionsWait} ${time(visit, since)}.`] : []
}

/** Shows the answer of the mail server about the newest mail that it did not accept; empty when there is no such mail. */
function mailFaults(visit: Visit, { mails }: UserState): Html[] {
  const { oneUser } = visit.texts
  const mail = mails.find(({ state, last_error }) => state === 'given_up' || last_error !== null)
  if (!mail) return []
  const words = mail.state === 'given_up' ? oneUser.mailRefused : oneUser.mailWaits
  return [
    html`${words} <span lang="en">${mail.last_error ?? ''}</span> <span class="quiet">${time(visit, mail.given_up_at ?? mail.queued_at)}</span>`,
  ]
}

function seen(visit: Visit, { sessions }: UserState): Html {
  const { userPage: text, oneUser } = visit.texts
  const [last] = [...sessions].sort((a, b) => Date.parse(b.last_used_at) - Date.parse(a.last_used_at))
  if (!last) return html`<p>${text.signedOut}</p>`
  const others =
    sessions.length > 1 && html` ${oneUser.andElsewhere({ count: number(visit, sessions.length) })}`
  return html`<p>${text.signedIn} ${time(visit, last.last_used_at)} · <bdi>${last.device_name ?? text.unknownDevice}</bdi> · ${last.address}.${others}</p>`
}
