import { Failure } from '#contract/declaration/failures.ts'
import { isEventType } from '#contract/events/event-types.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import { decodeCursor, defaultPageRows, encodeCursor, newest, pageOf } from '#runtime/database/cursor.ts'
import type { Users } from '../../core/users.ts'
import type { Act } from './act.ts'
import { findActs } from './act-store.ts'
import { findNames } from './find-names.ts'

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
  // An unknown type is refused, because an empty list would look as if nothing had been done.
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
  return {
    acts: page,
    names: await findNames(
      db,
      page.flatMap(({ actor, subject }) => [actor, subject]),
    ),
    nextCursor,
  }
}
