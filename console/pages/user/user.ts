import type { UserResource } from '#contract/users/user.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { doneBanner, doneText, factsCard, pageUrl, pendingNote, time } from '../../view/parts.ts'
import { findUserState, type UserState } from './find-user-state.ts'
import {
  appsOf,
  devicesOf,
  keysOf,
  linksOf,
  methodsOf,
  notificationsOf,
  sessionsOf,
} from './parts-of-user.ts'
import { stateOfUser } from './state-of-user.ts'
import { timeline } from './timeline.ts'
import { type UserTab, userButtons, userHead } from './user-head.ts'

/** The page of one user, with a tab for each kind of thing that belongs to the user. Its first tab says what is wrong, if anything is. */
export const userPage: ConsolePage = { name: 'user', entry: 'users', show: showUser }

/** What each tab shows. The activity is a page of its own. */
const contents: Readonly<
  Record<Exclude<UserTab, 'activity'>, (visit: Visit, state: UserState) => readonly (Html | undefined)[]>
> = {
  overview: (visit, state) => [
    stateOfUser(visit, state),
    facts(visit, state.user),
    linksOf(visit, state),
    historyOf(visit, state),
    notificationsOf(visit, state),
  ],
  methods: (visit, state) => [methodsOf(visit, state), devicesOf(visit, state)],
  sessions: (visit, state) => [sessionsOf(visit, state)],
  apps: (visit, state) => [appsOf(visit, state), keysOf(visit, state)],
}

async function showUser(visit: Visit): Promise<PageAnswer> {
  const { texts, sent } = visit
  const state = await findUserState(visit)
  const { user } = state
  const actions = {
    ...texts.actions,
    ...texts.endAccess,
    edit: texts.editUser,
    revokeApiKey: texts.apiKeys,
    endSession: texts.sessions,
  }
  const done = doneText(actions, sent.done)
  const here = tabIn(sent.tab)
  return {
    title: user.name ?? user.username,
    scripts: ['local-time.js', 'copy.js'],
    body: html`${done ? doneBanner(done) : undefined}
${pendingNote(visit, sent.pending !== undefined)}
${userHead(visit, { user, here, buttons: userButtons(visit, state) })}
${contents[here](visit, state)}`,
  }
}

const tabIn = (given: string | undefined): keyof typeof contents =>
  (Object.keys(contents) as (keyof typeof contents)[]).find((one) => one === given) ?? 'overview'

const facts = (visit: Visit, user: UserResource): Html => {
  const { userPage: text, users, role, never } = visit.texts
  return factsCard([
    [text.username, html`<bdi>${user.username}</bdi>`],
    [text.email, html`<bdi>${user.email}</bdi>`],
    [users.role, role[user.role]],
    [users.created, time(visit, user.created_at)],
    [users.lastLogin, user.last_login_at === null ? never : time(visit, user.last_login_at)],
  ])
}

function historyOf(visit: Visit, { user, history }: UserState): Html {
  const { oneUser: text, userHead: head } = visit.texts
  const table =
    history.length > 0 ? timeline(visit, history, user.id) : html`<p class="quiet">${text.noHistory}</p>`
  return html`<section class="card"><h2>${head.recent}</h2>${table}<p><a href="${pageUrl('user-history', { id: user.id })}" class="button secondary">${text.wholeHistory}</a></p></section>`
}
