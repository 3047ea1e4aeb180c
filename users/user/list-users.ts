import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import { toEpochMs } from '#runtime/validation.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { type CountFilter, countUsers, findUsersPage, type PageFilter } from './user-page-store.ts'

export interface ListUsers {
  limit?: number | undefined
  cursor?: string | undefined
  /** How the username or the e-mail address begins. */
  q?: string | undefined
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

/** By position, never by offset: a page costs the same however far down it is, and no insert shifts it. */
export async function listUsers(users: Users, input: ListUsers): Promise<UserPage> {
  const limit = input.limit ?? defaultPageRows
  const createdAfter = toEpochMs(input.createdAfter, '/created_after') ?? -1
  const cursor = decodeCursor(input.cursor)
  const filter: PageFilter & CountFilter = {
    // One place to begin at: with two, an engine looks up the first row behind one and passes those before the other.
    after: cursor.createdAt > createdAfter ? cursor : { createdAt: createdAfter + 1, id: '' },
    prefix: input.q?.toLowerCase() ?? null,
    status: input.status ?? null,
    role: input.role ?? null,
    createdAfter,
    createdBefore: toEpochMs(input.createdBefore, '/created_before') ?? Number.MAX_SAFE_INTEGER,
  }
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
