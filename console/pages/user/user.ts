import type { UserResource } from '#contract/users/user.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { factsCard, pageUrl, pendingNote, time } from '../../view/parts.ts'
import { badges } from '../users.ts'
import { actions } from './actions.ts'
import { findUserState, type UserState } from './find-user-state.ts'
import { factorsOf, othersOf, sessionsOf } from './parts-of-user.ts'
import { stateOfUser } from './state-of-user.ts'
import { timeline } from './timeline.ts'

/** The page of one user: problems at the top, then the buttons of support, the facts about the user, and what happened. */
export const userPage: ConsolePage = { name: 'user', entry: 'users', show: showUser }

async function showUser(visit: Visit): Promise<PageAnswer> {
  const { texts, sent } = visit
  const state = await findUserState(visit)
  const { user } = state
  const done = Object.entries({
    ...texts.actions,
    ...texts.endAccess,
    edit: texts.editUser,
    revokeApiKey: texts.apiKeys,
    endSession: texts.sessions,
  }).find(([name]) => name === sent.done)?.[1].done
  return {
    title: user.name ?? user.username,
    scripts: ['local-time.js'],
    body: html`<div class="bar"><h1><bdi>${user.name ?? user.username}</bdi></h1><a href="${pageUrl('edit-user', { id: user.id })}" class="button plain">${texts.oneUser.edit}</a></div>
${done ? html`<p class="done" role="status">${done}</p>` : undefined}
${pendingNote(visit, sent.pending !== undefined)}
${stateOfUser(visit, state)}
${buttons(visit, state)}
${facts(visit, user)}
${sessionsOf(visit, state)}
${factorsOf(visit, state)}
${othersOf(visit, state)}
${historyOf(visit, state)}`,
  }
}

const facts = (visit: Visit, user: UserResource): Html => {
  const { userPage: text, users, role, never } = visit.texts
  return factsCard([
    [text.username, html`<bdi>${user.username}</bdi>`],
    [text.email, html`<bdi>${user.email}</bdi>`],
    [users.status, html`${badges(visit, user)}`],
    [users.role, role[user.role]],
    [users.created, time(visit, user.created_at)],
    [users.lastLogin, user.last_login_at === null ? never : time(visit, user.last_login_at)],
    [text.id, html`<code>${user.id}</code>`],
  ])
}

function historyOf(visit: Visit, { user, history }: UserState): Html {
  const { oneUser: text } = visit.texts
  const table =
    history.length > 0 ? timeline(visit, history, user.id) : html`<p class="quiet">${text.noHistory}</p>`
  return html`<section class="card"><h2>${text.history}</h2>${table}<p><a href="${pageUrl('user-history', { id: user.id })}" class="button plain">${text.wholeHistory}</a></p></section>`
}

/** Returns the buttons of support: only those whose action would change something. */
function buttons(
  { texts, admin }: Visit,
  { user, lock, login, sessions, factors, passkeys }: UserState,
): Html {
  const isActive = user.status === 'active'
  const isOther = user.id !== admin.id
  const offered: Record<keyof Texts['actions'], boolean> = {
    endSessions: sessions.length > 0,
    sendReset: isActive,
    showReset: isActive && isOther && user.role !== 'admin',
    temporaryPassword: isActive && isOther,
    invite: isActive && login.password === 'none' && user.last_login_at === null,
    unlock: lock.wrong_passwords.length > 0,
    confirmAddress: !user.email_verified,
    resetFactors: isOther && (factors.totp !== null || passkeys.length > 0),
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
