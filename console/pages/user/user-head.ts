import type { UserResource } from '#contract/users/user.ts'
import { avatar } from '#runtime/components/avatar.ts'
import { badge } from '#runtime/components/banner.ts'
import { copyable } from '#runtime/components/copy.ts'
import { breadcrumb, tabs } from '#runtime/components/navigation.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { pageUrl } from '../../view/parts.ts'
import { badges } from '../users.ts'
import { actions } from './actions.ts'
import type { UserState } from './find-user-state.ts'

export type UserTab = keyof Texts['userHead']['tabs']

/** Makes the head of every page about a user: who it is, the id, what can be done, and the tabs. It needs the script `copy.js`. */
export function userHead(
  visit: Visit,
  { user, here, buttons }: { user: UserResource; here: UserTab; buttons?: Html },
): Html {
  const { userHead: text, pages, role } = visit.texts
  const name = user.name ?? user.username
  const isAdmin = user.role === 'admin' && html` ${badge(role.admin)}`
  const places = (Object.keys(text.tabs) as UserTab[]).map((tab) => ({
    to: tabUrl(user.id, tab),
    text: text.tabs[tab],
    isHere: tab === here,
  }))
  return html`${breadcrumb(text.label, [{ to: 'users', text: pages.users }], name)}
<div class="subject">${avatar(name, 'large')}<div class="about"><h1><bdi>${name}</bdi></h1><p>${badges(visit, user)}${isAdmin}</p>${copyable(user.id, text)}</div>${buttons}</div>
${tabs(text.sections, places)}`
}

/** Returns the URL of a tab of the page of a user. The activity is a page of its own, because it also shows that of a deleted user. */
function tabUrl(id: string, tab: UserTab): string {
  if (tab === 'activity') return pageUrl('user-history', { id })
  return pageUrl('user', { id, tab: tab === 'overview' ? undefined : tab })
}

type ActionName = keyof Texts['actions']

/** The actions that are buttons when they would change something. The others are in a menu. */
const frequent: readonly ActionName[] = [
  'restore',
  'unlock',
  'invite',
  'confirmAddress',
  'sendReset',
  'endSessions',
]

/** Returns what support can do: only actions that would change something. */
export function userButtons({ texts, admin }: Visit, state: UserState): Html {
  const { user, lock, login, sessions, factors, passkeys } = state
  const isActive = user.status === 'active'
  const isOther = user.id !== admin.id
  const offered: Record<ActionName, boolean> = {
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
  const urlOf = (name: ActionName) => pageUrl(actions[name].page, { id: user.id })
  const others = (Object.keys(actions) as ActionName[]).filter(
    (name) => offered[name] && !frequent.includes(name),
  )
  const links = frequent
    .filter((name) => offered[name])
    .map((name) => html`<a href="${urlOf(name)}" class="button secondary">${texts.actions[name].title}</a>`)
  const items = others.map(
    (name) =>
      html`<li><a href="${urlOf(name)}"${name === 'delete' && html` class="bad"`}>${texts.actions[name].title}</a></li>`,
  )
  const edit = html`<a href="${pageUrl('edit-user', { id: user.id })}" class="button secondary">${texts.oneUser.edit}</a>`
  return html`<div class="actions">${links}${edit}<details class="drop"><summary class="button secondary">${texts.userHead.more}${icon('chevron-down')}</summary><ul>${items}</ul></details></div>`
}
