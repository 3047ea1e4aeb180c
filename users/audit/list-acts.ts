import { isEventType } from '#contract/event-types.ts'
import { Failure } from '#contract/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { decodeCursor, defaultPageRows, encodeCursor, newest, pageOf } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findApiKeyById } from '../api-keys/api-key-store.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import type { Act } from './act.ts'
import { findActs } from './act-store.ts'

/** Lists what administrators did, newest first. @throws {Failure} `invalid_request` for a type that no event has */
export async function listActs(
  { db }: Pick<Users, 'db'>,
  query: {
    limit?: number | undefined
    cursor?: string | undefined
    by?: string | undefined
    user_id?: string | undefined
    type?: string | undefined
    since?: string | undefined
    until?: string | undefined
  },
): Promise<{ acts: Act[]; names: Map<string, string>; nextCursor: string | null }> {
  const { limit = defaultPageRows, type } = query
  // A mistyped type would look as if nothing had been done.
  if (type !== undefined && !isEventType(type)) {
    const detail = 'There is no event of this type.'
    throw new Failure('invalid_request', { errors: [{ pointer: '/type', code: 'not_allowed', detail }] })
  }
  const filter = {
    actor: query.by === undefined ? undefined : normalizeId(query.by),
    subject: query.user_id === undefined ? undefined : normalizeId(query.user_id),
    type,
    since: query.since === undefined ? 0 : Date.parse(query.since),
    until: query.until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.until),
  }
  const before = query.cursor === undefined ? newest : decodeCursor(query.cursor)
  const found = await findActs(db, filter, { before, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ at, id }) => encodeCursor({ createdAt: at, id }))
  return { acts: page, names: await findNames(db, page), nextCursor }
}

/** Finds the present names of the users and API keys of some acts, by their ids. Whoever is deleted has none. */
async function findNames(db: Sql, acts: readonly Act[]): Promise<Map<string, string>> {
  const ids = new Set(acts.flatMap(({ actor, subject }) => [actor, subject]).filter((id) => id !== null))
  const named = await Promise.all(
    [...ids].map(async (id) => {
      const name = (await findUser(db, id))?.username ?? (await findApiKeyById(db, id))?.name
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
  return new Map(named.flat())
}
