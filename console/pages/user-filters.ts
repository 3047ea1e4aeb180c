import { userSorts } from '#contract/users/list-users.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Visit } from '../core/visit.ts'
import { choiceField } from '../view/forms.ts'
import { pageUrl } from '../view/parts.ts'

type Sort = (typeof userSorts)[number]

const yesOrNo = ['true', 'false'] as const
const statuses = ['active', 'suspended'] as const
const roles = ['user', 'admin'] as const

/** The names of the filters of the list, which are the same in the URL and in the API. */
const filterNames = ['status', 'role', 'email_verified', 'has_second_factor', 'has_logged_in'] as const
const dateNames = ['from', 'to'] as const

const oneOf = <T extends string>(known: readonly T[], given: string | undefined): T | undefined =>
  known.find((one) => one === given)

/** Reads the filters and the order from the URL. An unknown value is left out, for example when somebody has cut a link. */
export function chosenFilters({ sent }: Pick<Visit, 'sent'>) {
  const from = dayOf(sent.from)
  const to = dayOf(sent.to)
  return {
    status: oneOf(statuses, sent.status),
    role: oneOf(roles, sent.role),
    email_verified: oneOf(yesOrNo, sent.email_verified),
    has_second_factor: oneOf(yesOrNo, sent.has_second_factor),
    has_logged_in: oneOf(yesOrNo, sent.has_logged_in),
    // The API excludes both ends of the range, but the form includes both days.
    created_after: from === undefined ? undefined : new Date(from - 1).toISOString(),
    created_before: to === undefined ? undefined : new Date(to + 24 * 60 * 60_000).toISOString(),
    sort: oneOf(userSorts, sent.sort) ?? '-created_at',
  }
}

/** Returns the parameters with which the API searches for the typed text. */
export function searchOf({ sent }: Pick<Visit, 'sent'>): { search?: string } {
  const text = sent.q?.trim() ?? ''
  return text === '' ? {} : { search: text.slice(0, 100) }
}

/** Returns the beginning of a day in UTC, in epoch milliseconds; undefined for a text that is not a date from 1970 on. */
function dayOf(text: string | undefined): number | undefined {
  const at = /^(19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(text ?? '')
    ? Date.parse(`${text}T00:00:00.000Z`)
    : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** Returns the form with the search and the filters. Both are in one form, so that a search keeps the filters. */
export function filterForm(visit: Visit, text: string): Html {
  const { texts, sent } = visit
  const { users, userList, search, role, status } = texts
  const chosen = chosenFilters(visit)
  const field = (
    name: (typeof filterNames)[number],
    label: string,
    choices: readonly (readonly [string, string])[],
  ) => choiceField({ name, label, value: chosen[name] ?? '', choices: [['', userList.any], ...choices] })
  const day = (name: (typeof dateNames)[number], label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="date" value="${dayOf(sent[name]) === undefined ? '' : sent[name]}"></div>`
  const isOpen = [...filterNames, ...dateNames].some((name) => sent[name] !== undefined)
  return html`<form method="get" action="users" role="search"><div class="search"><div><label for="q">${users.label}</label><input class="input" id="q" name="q" type="search" value="${text}" maxlength="100" aria-describedby="q_hint" autocomplete="off"></div><button class="button">${search.button}</button></div><p class="hint" id="q_hint">${users.hint}</p>
<input type="hidden" name="sort" value="${chosen.sort}"><details class="more"${isOpen && html` open`}><summary>${userList.more}</summary><div class="columns">
${field('status', users.status, [
  ['active', status.active],
  ['suspended', status.suspended],
])}
${field('role', users.role, [
  ['user', role.user],
  ['admin', role.admin],
])}
${field('email_verified', userList.email, [
  ['true', userList.confirmed],
  ['false', userList.unconfirmed],
])}
${field('has_second_factor', userList.factor, [
  ['true', userList.hasOne],
  ['false', userList.hasNone],
])}
${field('has_logged_in', users.lastLogin, [
  ['true', userList.hasLoggedIn],
  ['false', texts.never],
])}
${day('from', userList.from)}${day('to', userList.to)}</div><p class="bar"><button class="button secondary">${userList.apply}</button> <a href="${pageUrl('users', {})}">${userList.clear}</a></p></details></form>`
}

/**
 * Returns the head of a column by which the list can be sorted. Its link sorts by the column, or reverses the order when the
 * list is sorted by it already.
 */
export function sortedHead(
  { sent, texts }: Pick<Visit, 'sent' | 'texts'>,
  { text, by, isWide = false }: { text: string; by: 'created_at' | 'username'; isWide?: boolean },
): Html {
  const { sort } = chosenFilters({ sent })
  const isUp = sort === by
  const isDown = sort === `-${by}`
  const next: Sort = isUp ? `-${by}` : isDown ? by : by === 'username' ? by : `-${by}`
  const { cursor: _cursor, done: _done, unsent: _unsent, ...others } = sent
  const order = isUp ? 'ascending' : isDown ? 'descending' : undefined
  const arrow = isUp ? ' ↑' : isDown ? ' ↓' : undefined
  return html`<th scope="col"${isWide && html` class="wide"`}${order && html` aria-sort="${order}"`}><a href="${pageUrl('users', { ...others, sort: next })}" title="${texts.userList.sort}">${text}${arrow && html`<span aria-hidden="true">${arrow}</span>`}</a></th>`
}
