import { Failure } from '#contract/failures.ts'
import type { User } from './user.ts'
import { countUsers, findUsersPage, type UserFilter } from './user-store.ts'
import type { Users } from './users.ts'

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
const start = { createdAt: -1, id: '' }

/** By position, never by offset: a page costs the same however far down it is, and no insert shifts it. */
export async function listUsers(users: Users, input: ListUsers): Promise<UserPage> {
  const limit = input.limit ?? 50
  const filter: UserFilter = {
    after: input.cursor === undefined ? start : decodeCursor(input.cursor),
    prefix: input.q?.toLowerCase() ?? null,
    status: input.status ?? null,
    role: input.role ?? null,
    createdAfter: toEpochMs(input.createdAfter, '/created_after') ?? -1,
    createdBefore: toEpochMs(input.createdBefore, '/created_before') ?? Number.MAX_SAFE_INTEGER,
  }
  // One more than asked for tells whether there is another page.
  const found = await findUsersPage(users.db, filter, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const total = input.total ? await countUsers(users.db, filter, highestTotal + 1) : undefined
  return {
    users: page,
    nextCursor: found.length > limit && last ? encodeCursor(last) : null,
    total: total === undefined ? undefined : Math.min(total, highestTotal),
    totalIsCapped: total === undefined ? undefined : total > highestTotal,
  }
}

const encodeCursor = (user: User): string => Buffer.from(`${user.createdAt} ${user.id}`).toString('base64url')

function decodeCursor(cursor: string): { createdAt: number; id: string } {
  const [, createdAt, id] =
    /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt === undefined || id === undefined)
    throw invalidQuery('/cursor', 'This is not a cursor of ours.')
  return { createdAt: Number(createdAt), id }
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

function toEpochMs(time: string | undefined, pointer: string): number | undefined {
  if (time === undefined) return undefined
  const epochMs = rfc3339.test(time) ? Date.parse(time) : Number.NaN
  if (Number.isNaN(epochMs)) throw invalidQuery(pointer, 'This is not a time as RFC 3339 writes it.')
  return epochMs
}

const invalidQuery = (pointer: string, detail: string): Failure =>
  new Failure('invalid_request', { errors: [{ pointer, code: 'invalid_format', detail }] })
