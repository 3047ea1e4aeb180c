import type { Query } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { foldText } from '#contract/rules/fold-text.ts'
import type { listUsersEndpoint } from '#contract/users/list-users.ts'
import { defaultPageRows } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { toEpochMs } from '#runtime/requests/validation.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { countUsers } from './count-users.ts'
import { findExactUser } from './find-exact-user.ts'
import { findUsers } from './find-users.ts'
import { readFoldState } from './fold-store.ts'
import { foldedTextOf, readSearch } from './searched-text.ts'
import { decodeBeginning, encodeBeginning } from './user-cursor.ts'
import { beforeAllOf, oppositeOf, type Position, positionOf, type Sort } from './user-order.ts'
import type { UserFilter } from './user-page-store.ts'

export type ListUsers = Query<typeof listUsersEndpoint>

export interface UserPage {
  users: User[]
  nextCursor: string | null
  previousCursor: string | null
  total: number | undefined
  totalIsCapped: boolean | undefined
  /** True when users who match a search may be missing, because their names are not folded yet. */
  searchIsPartial: boolean
}

const highestTotal = 10_000

/** Lists users by cursor, not by offset: each page costs the same, and inserts do not shift it. */
export async function listUsers(users: Users, input: ListUsers): Promise<UserPage> {
  if (input.search !== undefined) refuseBesideSearch(input)
  const { filter, isPartial: searchIsPartial } = await withUnfolded(users.db, filterOf(input))
  const page = { ...(await findPage(users, filter, input)), searchIsPartial }
  if (input.total !== 'true') return { ...page, total: undefined, totalIsCapped: undefined }
  return { ...page, ...(await countUsers(users.db, filter, highestTotal)) }
}

/**
 * Requires that a request with a search has neither `q` nor `total`.
 * @throws {Failure} `invalid_request` for what does not go together with a search
 */
export function refuseBesideSearch({ q, total }: Pick<ListUsers, 'q' | 'total'>): void {
  const other = q !== undefined ? '/q' : total === 'true' ? '/total' : undefined
  if (other === undefined) return
  const detail = 'This does not go together with `search`.'
  throw new Failure('invalid_request', { errors: [{ pointer: other, code: 'not_allowed', detail }] })
}

/**
 * Adds to a filter the users who match its text and are not in the index of folded names yet. They are compared here, so that a
 * user is found as soon as the name is written, whichever version has written it.
 */
export async function withUnfolded(
  db: Sql,
  filter: UserFilter,
): Promise<{ filter: UserFilter; isPartial: boolean }> {
  const needle = filter.text === null ? null : readSearch(filter.text).needle
  if (needle === null) return { filter, isPartial: false }
  const { waiting, isPartial } = await readFoldState(db)
  const unfolded = waiting.filter((user) => foldedTextOf(user)?.includes(needle)).map(({ id }) => id)
  return { filter: { ...filter, unfolded }, isPartial }
}

/** Returns the filter that a request asks for. @throws {Failure} `invalid_request` */
export const filterOf = (query: Omit<ListUsers, 'limit' | 'cursor' | 'total'>): UserFilter => ({
  prefix: query.q === undefined ? null : foldText(query.q) || query.q,
  text: query.search ?? null,
  unfolded: [],
  status: query.status ?? null,
  role: query.role ?? null,
  isVerified: query.email_verified ?? null,
  hasFactor: query.has_second_factor ?? null,
  hasLoggedIn: query.has_logged_in ?? null,
  createdAfter: toEpochMs(query.created_after, '/created_after') ?? -1,
  createdBefore: toEpochMs(query.created_before, '/created_before') ?? Number.MAX_SAFE_INTEGER,
  exceptNamed: null,
})

type Page = Omit<UserPage, 'total' | 'totalIsCapped' | 'searchIsPartial'>

/**
 * Reads a page. A page before a cursor is read from the cursor on in the opposite order, and is then reversed. A user whose
 * username or address equals the searched text comes first on the first page, and is left out of the rest: a reader who types a
 * whole name wants this user, however many others contain it.
 */
async function findPage({ db }: Pick<Users, 'db'>, filter: UserFilter, input: ListUsers): Promise<Page> {
  const { limit = defaultPageRows, sort = 'created_at', cursor } = input
  const begun = cursor === undefined ? undefined : decodeBeginning(sort, cursor)
  const isBack = begun?.isBack ?? false
  const walked = isBack ? oppositeOf(sort) : sort
  const exact = await findExactUser(db, filter)
  const room = exact && !begun ? limit - 1 : limit
  const page = { filter, sort: walked, after: begun?.position }
  const { found: all, goesOnAfter } = await findUsers(db, page, room + (exact ? 2 : 1))
  const found = all.filter(({ id }) => id !== exact?.id)
  const users = found.slice(0, room)
  const last = users.at(-1)
  const lastPosition = last ? positionOf(last, sort) : beforeAllOf(sort)
  const furthest = found.length > room ? lastPosition : goesOnAfter
  if (isBack) {
    users.reverse()
    // When no user is left before the cursor, the reply is the first page.
    if (users.length === 0 && !furthest) return findPage({ db }, filter, { ...input, cursor: undefined })
    const end = users.at(-1)
    const next = end ? positionOf(end, sort) : furthest
    if (exact && !furthest && users.length < limit) users.unshift(exact)
    else if (exact && !furthest)
      return {
        users,
        nextCursor: cursorAt(next, sort),
        previousCursor: cursorAt(lastPosition, sort, { isBack: true }),
      }
    return { users, nextCursor: cursorAt(next, sort), previousCursor: cursorAt(furthest, sort, { isBack }) }
  }
  const [first] = users
  const before = begun && first ? positionOf(first, sort) : undefined
  return {
    users: exact && !begun ? [exact, ...users] : users,
    nextCursor: cursorAt(furthest, sort),
    previousCursor: cursorAt(before, sort, { isBack: true }),
  }
}

const cursorAt = (
  position: Position | undefined,
  sort: Sort,
  { isBack } = { isBack: false },
): string | null => (position ? encodeBeginning(sort, { position, isBack }) : null)
