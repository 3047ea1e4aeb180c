import { type FactorsResource, getFactorsEndpoint } from '#contract/login/factors.ts'
import { type IdentityResource, listIdentitiesEndpoint } from '#contract/login/identities.ts'
import { getUserLockEndpoint, type UserLockResource } from '#contract/login/locks.ts'
import { listPasskeysEndpoint, type PasskeyResource } from '#contract/login/passkeys.ts'
import { listUserSessionsEndpoint, type SessionResource } from '#contract/sessions.ts'
import type { UserResource } from '#contract/user.ts'
import { getLoginStateEndpoint, type LoginStateResource } from '#contract/user-support.ts'
import { getUserEndpoint } from '#contract/users.ts'
import type { ConsolePage, PageAnswer, Visit } from '../core/visit.ts'
import type { Texts } from '../texts/texts.ts'
import { type Html, html } from '../view/html.ts'
import { factsCard, pageUrl, time } from '../view/parts.ts'
import { actions } from './actions.ts'
import { badges } from './users.ts'

/** Everything about one user: what is the matter at the top, then sessions and factors, and the buttons of support. */
export const userPage: ConsolePage = { name: 'user', entry: 'users', show: showUser }

interface Known {
  user: UserResource
  lock: UserLockResource
  login: LoginStateResource
  sessions: readonly SessionResource[]
  factors: FactorsResource
  passkeys: readonly PasskeyResource[]
  identities: readonly IdentityResource[]
}

async function showUser(visit: Visit): Promise<PageAnswer> {
  const { texts, sent } = visit
  const known = await findAll(visit)
  const { user } = known
  const done = Object.entries(texts.actions).find(([name]) => name === sent.done)?.[1].done
  return {
    title: user.name ?? user.username,
    scripts: ['local-time.js'],
    body: html`<h1><bdi>${user.name ?? user.username}</bdi></h1>
${done === undefined ? undefined : html`<p class="done" role="status">${done}</p>`}
${stateOf(visit, known)}
${facts(visit, user)}
${sessionsOf(visit, known)}
${factorsOf(visit, known)}
${buttons(visit, known)}`,
  }
}

async function findAll({ ask, sent }: Visit): Promise<Known> {
  const { body: user } = await ask(getUserEndpoint, { params: { id: sent.id ?? '' } })
  const params = { id: user.id }
  const [lock, login, sessions, factors, passkeys, identities] = await Promise.all([
    ask(getUserLockEndpoint, { params }),
    ask(getLoginStateEndpoint, { params }),
    ask(listUserSessionsEndpoint, { params, query: { limit: 50 } }),
    ask(getFactorsEndpoint, { params }),
    ask(listPasskeysEndpoint, { params }),
    ask(listIdentitiesEndpoint, { params }),
  ])
  return {
    ...{ user, lock: lock.body, login: login.body, sessions: sessions.body.data, factors: factors.body },
    ...{ passkeys: passkeys.body.data, identities: identities.body.data },
  }
}

/** Says in words what keeps the user from logging in, or that nothing does. */
function stateOf(visit: Visit, { user, lock, login, sessions }: Known): Html {
  const { userPage: text } = visit.texts
  const faults: Html[] = []
  if (user.status === 'suspended') {
    const reason = login.suspension?.reason
    faults.push(html`<li>${text.suspended}${reason ? html` “<bdi>${reason}</bdi>”` : undefined}</li>`)
  }
  if (lock.locked)
    faults.push(
      html`<li>${text.locked} ${lock.locked_until === null ? undefined : time(visit, lock.locked_until)}</li>`,
    )
  if (!user.email_verified) faults.push(html`<li>${text.unconfirmed}</li>`)
  if (login.password === 'none') faults.push(html`<li>${text.noPassword}</li>`)
  if (login.password.startsWith('temporary')) faults.push(html`<li>${text.temporary}</li>`)
  const isOut = user.status === 'suspended' || lock.locked
  const tone = isOut ? 'bad' : faults.length > 0 ? 'warn' : 'good'
  const last = sessions.at(-1)
  const seen = last
    ? html`<p>${text.signedIn} ${time(visit, last.last_used_at)} · <bdi>${last.device_name ?? text.unknownDevice}</bdi> · ${last.address}</p>`
    : html`<p>${text.signedOut}</p>`
  return html`<section class="card state ${tone}"><h2>${text.state}</h2>${faults.length === 0 ? html`<p>${text.fine}</p>` : html`<ul>${faults}</ul>`}${seen}</section>`
}

const facts = (visit: Visit, user: UserResource): Html => {
  const { userPage: text, users, role } = visit.texts
  return factsCard([
    [text.username, html`<bdi>${user.username}</bdi>`],
    [text.address, html`<bdi>${user.email}</bdi>`],
    [users.state, html`${badges(visit, user)}`],
    [users.role, role[user.role]],
    [users.created, time(visit, user.created_at)],
    [text.id, html`<code>${user.id}</code>`],
  ])
}

function sessionsOf(visit: Visit, { user, sessions }: Known): Html {
  const { userPage: text } = visit.texts
  const rows = sessions.map(
    (one) =>
      html`<tr><td><bdi>${one.device_name ?? text.unknownDevice}</bdi><br><span class="quiet">${one.address}</span><p><a href="${pageUrl('end-session', { id: one.id, user: user.id })}" class="button plain small">${visit.texts.sessions.short}<span class="unseen"> ${one.id}</span></a></p></td><td>${time(visit, one.last_used_at)}</td><td class="wide">${time(visit, one.created_at)}</td></tr>`,
  )
  const table = html`<table><thead><tr><th scope="col">${text.device}</th><th scope="col">${text.lastUsed}</th><th scope="col" class="wide">${text.begun}</th></tr></thead><tbody>${rows}</tbody></table>`
  return html`<section class="card"><h2>${text.sessions}</h2>${rows.length > 0 ? table : html`<p class="quiet">${text.noSessions}</p>`}</section>`
}

function factorsOf(visit: Visit, { factors, passkeys, identities }: Known): Html {
  const { userPage: text } = visit.texts
  const items = [
    ...(factors.totp
      ? [html`<li>${text.app}, ${text.added} ${time(visit, factors.totp.added_at)}</li>`]
      : []),
    ...(factors.recovery_codes ? [html`<li>${text.codes(String(factors.recovery_codes.left))}</li>`] : []),
    ...passkeys.map((one) => html`<li>${text.passkey} <bdi>${one.name}</bdi></li>`),
    ...identities.map((one) => html`<li>${one.provider} <bdi>${one.email ?? one.subject}</bdi></li>`),
  ]
  return html`<section class="card"><h2>${text.factors}</h2>${items.length > 0 ? html`<ul>${items}</ul>` : html`<p class="quiet">${text.noFactors}</p>`}</section>`
}

/** The buttons of support: only those that would change something. */
function buttons({ texts }: Visit, { user, lock, login, sessions, factors, passkeys }: Known): Html {
  const isActive = user.status === 'active'
  const offered: Record<keyof Texts['actions'], boolean> = {
    endSessions: sessions.length > 0,
    sendReset: isActive,
    invite: isActive && login.password === 'none' && user.last_login_at === null,
    unlock: lock.wrong_passwords.length > 0,
    confirmAddress: !user.email_verified,
    resetFactors: factors.totp !== null || passkeys.length > 0,
    suspend: isActive,
    restore: !isActive,
    makeAdmin: user.role === 'user',
    makeUser: user.role === 'admin',
    delete: true,
  }
  const names = (Object.keys(actions) as (keyof Texts['actions'])[]).filter((name) => offered[name])
  const links = names.map(
    (name) =>
      html`<a href="${pageUrl(actions[name].page, { id: user.id })}" class="button ${name === 'delete' ? 'danger' : 'plain'}">${texts.actions[name].title}</a>`,
  )
  return html`<section class="card"><h2>${texts.userPage.help}</h2><p class="bar">${links}</p></section>`
}
