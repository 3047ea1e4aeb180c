import { isUuid } from '#contract/declaration/fields.ts'
import { listUsersEndpoint } from '#contract/users/list-users.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { badge } from '#runtime/components/banner.ts'
import { type Html, html } from '#runtime/html.ts'
import { asMissing } from '../core/as-missing.ts'
import type { ConsolePage, PageAnswer, Visit } from '../core/visit.ts'
import { exportLinks } from '../view/export-links.ts'
import {
  doneBanner,
  emptyCard,
  filterLinks,
  number,
  pageUrl,
  paging,
  pendingNote,
  time,
} from '../view/parts.ts'
import { bulkActions } from './bulk/bulk-actions.ts'
import { tickName } from './bulk/selection.ts'
import { chosenFilters, filterForm, searchOf, sortedHead } from './user-filters.ts'

/** The page that lists users. One field finds users by name, address or id, and there are filters. All of them are in the URL. */
export const usersPage: ConsolePage = {
  name: 'users',
  entry: 'users',
  menu: {
    group: 'people',
    purpose:
      'Search by any part of the username, email address or name, or by ID; sort, filter and export; create, invite and import users; act on several users at once',
  },
  show: showUsers,
}

async function showUsers(visit: Visit): Promise<PageAnswer> {
  const { sent, texts } = visit
  const text = sent.q?.trim() ?? ''
  if (isUuid(text)) {
    const id = text.toLowerCase()
    const found = await visit.ask(getUserEndpoint, { params: { id } }).catch(asMissing)
    if (found) return { to: pageUrl('user', { id }) }
  }
  // The selected checkboxes and the format of an export belong to this page of the list, so its links must not carry them on.
  const { all: _all, format: _format, pending: _pending, unsent: _unsent, ...kept } = sent
  const list = { ...visit, sent: kept }
  const { data, next_cursor, previous_cursor, total, total_is_capped, search_is_partial } =
    await findUsers(list)
  const { atLeast, count } = texts.users
  const counted =
    total !== undefined &&
    (total_is_capped ? atLeast({ count: number(visit, total) }) : count({ count: total }))
  return {
    title: texts.users.title,
    scripts: ['local-time.js'],
    body: html`<h1>${texts.users.title}</h1>
${sent.done === 'delete' ? doneBanner(texts.actions.delete.done) : undefined}
${pendingNote(visit, sent.pending !== undefined)}
<p class="bar"><a href="new-user" class="button">${texts.newUser.title}</a><a href="import-users" class="button secondary">${texts.importUsers.title}</a></p>
${filterForm(list, text)}
${filters(list)}
${search_is_partial && data.length > 0 ? html`<p class="quiet" role="status">${texts.users.partial}</p>` : undefined}
${counted === undefined || data.length === 0 ? undefined : html`<p class="quiet">${counted}</p>`}
${data.length === 0 ? undefined : exportLinks(visit, { page: 'users-export', filters: filtersOf(list) })}
${data.length > 0 ? selectable(visit, table(list, data, { isTicked: sent.all !== undefined })) : nobody(visit, { next: next_cursor, isPartial: search_is_partial === true })}
${paging(list, { page: 'users', next: next_cursor, previous: previous_cursor })}`,
  }
}

/** Returns the table inside a form, with the actions that can be done to the users who are selected in the table. */
function selectable({ texts: { bulk }, sent }: Visit, people: Html): Html {
  const { done: _done, format: _format, all, ...list } = sent
  const other =
    all === undefined
      ? { to: { ...list, all: '1' }, text: bulk.tickAll }
      : { to: list, text: bulk.tickNobody }
  const choices = bulkActions.map(
    ({ action }) => html`<option value="${action}">${bulk.actions[action]}</option>`,
  )
  return html`<form method="get" action="bulk">${people}<p class="bar"><label for="act">${bulk.choose}</label><select class="input" id="act" name="act">${choices}</select><button class="button secondary">${bulk.go}</button><a href="${pageUrl('users', other.to)}">${other.text}</a></p></form>`
}

/** The parameters of the list, without the position in it. */
function filtersOf({ sent }: Visit): Record<string, string> {
  const { cursor: _cursor, done: _done, ...filters } = sent
  return filters
}

async function findUsers(visit: Visit) {
  const { ask, sent } = visit
  const search = searchOf(visit)
  const query = {
    ...chosenFilters(visit),
    limit: 50,
    cursor: sent.cursor,
    ...search,
    ...(search.search === undefined && sent.cursor === undefined ? { total: 'true' as const } : {}),
  }
  return (await ask(listUsersEndpoint, { query })).body
}

/** The filters that are wanted most often, as links. */
function filters({ texts: { users }, sent: { q, sort, status, role } }: Visit): Html {
  const choices: [string, { status?: string; role?: string }][] = [
    [users.all, {}],
    [users.active, { status: 'active' }],
    [users.suspended, { status: 'suspended' }],
    [users.admins, { role: 'admin' }],
  ]
  const links = choices.map(([text, one]) => ({
    text,
    to: pageUrl('users', { q, sort, ...one }),
    isCurrent: one.status === status && one.role === role,
  }))
  return filterLinks(users.filters, links)
}

function nobody(
  { texts: { users } }: Visit,
  { next, isPartial }: { next: string | null; isPartial: boolean },
): Html {
  if (isPartial) return html`<section class="card"><p role="status">${users.partial}</p></section>`
  if (next !== null) return html`<section class="card"><p>${users.noneHere}</p></section>`
  return emptyCard('users', users.none, users.noneHint)
}

const table = (visit: Visit, found: readonly UserResource[], ticked: { isTicked: boolean }): Html => {
  const { users } = visit.texts
  return html`<div class="card"><table class="narrow-first"><thead><tr><td></td>${sortedHead(visit, { text: users.name, by: 'username' })}<th scope="col">${users.status}</th><th scope="col" class="wide">${users.role}</th>${sortedHead(visit, { text: users.created, by: 'created_at', isWide: true })}<th scope="col" class="wide">${users.lastLogin}</th></tr></thead><tbody>${found.map((user) => row(visit, user, ticked))}</tbody></table></div>`
}

function row(visit: Visit, user: UserResource, { isTicked }: { isTicked: boolean }): Html {
  const { texts } = visit
  const lastLogin = user.last_login_at === null ? texts.never : time(visit, user.last_login_at)
  return html`<tr><td><input type="checkbox" name="${tickName(user.id)}" value="1" aria-label="${texts.bulk.tick({ name: user.username })}"${isTicked && html` checked`}></td><td><a href="${pageUrl('user', { id: user.id })}"><bdi>${user.name ?? user.username}</bdi></a><br><span class="quiet"><bdi>${user.username}</bdi> · <bdi>${user.email}</bdi></span></td><td class="tight">${badges(visit, user)}</td><td class="wide">${texts.role[user.role]}</td><td class="wide">${time(visit, user.created_at)}</td><td class="wide">${lastLogin}</td></tr>
`
}

/** The state of a user as a few words, in lists and beside the name. */
export const badges = ({ texts }: Pick<Visit, 'texts'>, user: UserResource): Html[] =>
  [
    user.status === 'active' ? badge(texts.status.active, 'good') : badge(texts.status.suspended, 'bad'),
    ...(user.has_password || user.last_login_at !== null ? [] : [badge(texts.users.invited)]),
    ...(user.email_verified ? [] : [badge(texts.users.unconfirmed, 'warn')]),
  ].flatMap((one) => [one, html` `])
