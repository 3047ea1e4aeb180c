import { Failure } from '#contract/failures.ts'
import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import { toEpochMs } from '#runtime/validation.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import type { SearchFilter } from './search-store.ts'
import { searchUsers } from './search-users.ts'
import { type CountFilter, countUsers, findUsersPage, type PageFilter } from './user-page-store.ts'

export interface ListUsers {
  limit?: number | undefined
  cursor?: string | undefined
  /** The prefix of a username or an e-mail address. */
  q?: string | undefined
  /** A part of a username, an e-mail address or a name. */
  search?: string | undefined
  status?: User['status'] | undefined
  role?: User['role'] | undefined
  createdAfter?: string | undefined
  createdBefore?: string | undefined
  total?: boolean | undefined
}

export interface UserPage {
  users: User[]
  nextCursor: string | null
  total: number | undefined
  totalIsCapped: boolean | undefined
}

const highestTotal = 10_000

/** Lists users by cursor, not by offset: each page costs the same, and inserts do not shift it. */
export async function listUsers(users: Users, input: ListUsers): Promise<UserPage> {
  const limit = input.limit ?? defaultPageRows
  const createdAfter = toEpochMs(input.createdAfter, '/created_after') ?? -1
  const cursor = decodeCursor(input.cursor)
  const filter: PageFilter & CountFilter = {
    // The filter has a single lower bound: given two, an engine seeks to one of them and filters the rows before the other.
    after: cursor.createdAt > createdAfter ? cursor : { createdAt: createdAfter + 1, id: '' },
    prefix: input.q?.toLowerCase() ?? null,
    status: input.status ?? null,
    role: input.role ?? null,
    createdAfter,
    createdBefore: toEpochMs(input.createdBefore, '/created_before') ?? Number.MAX_SAFE_INTEGER,
  }
  if (input.search !== undefined) return searchPage(users, { ...filter, text: input.search }, input)
  const found = await findUsersPage(users.db, filter, limit + 1)
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  const total = input.total ? await countUsers(users.db, filter, highestTotal + 1) : undefined
  return {
    users: page,
    nextCursor,
    total: total === undefined ? undefined : Math.min(total, highestTotal),
    totalIsCapped: total === undefined ? undefined : total > highestTotal,
  }
}

/**
 * Looks for a text in the middle of names. One request looks through a bounded number of users, so that a page may hold fewer than
 * were asked for and still have a cursor.
 */
async function searchPage(
  users: Users,
  filter: SearchFilter,
  { q, total, limit = defaultPageRows }: ListUsers,
): Promise<UserPage> {
  const other = q !== undefined ? '/q' : total ? '/total' : undefined
  if (other !== undefined) {
    const detail = 'This does not go together with `search`.'
    throw new Failure('invalid_request', { errors: [{ pointer: other, code: 'not_allowed', detail }] })
  }
  const { found, goesOnAfter } = await searchUsers(users.db, filter, limit + 1)
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  return {
    users: page,
    nextCursor: nextCursor ?? (goesOnAfter ? encodeCursor(goesOnAfter) : null),
    total: undefined,
    totalIsCapped: undefined,
  }
}
