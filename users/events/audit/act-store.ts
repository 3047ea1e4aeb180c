import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Act } from './act.ts'

interface ActRow {
  id: string
  type: string
  actor: string | null
  subject: string | null
  details: string
  address: string | null
  user_agent: string | null
  reason: string | null
  occurred_at: number
}

const actColumns = sql`id, type, actor, subject, details, address, user_agent, reason, occurred_at`

/**
 * Stores an act (the audit record of what somebody did), unless it is stored already. An event can be processed after one of its
 * users was deleted: the network address of a deleted actor, or the reason given about a deleted user, is then left out.
 */
export async function insertAct(tx: Sql, act: Act): Promise<void> {
  await tx.query`
    INSERT INTO acts (${actColumns})
    VALUES (${act.id}, ${act.type}, ${act.actor}, ${act.subject}, ${JSON.stringify(act.details)},
      CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE id = ${act.actor}) THEN NULL ELSE ${act.from?.address ?? null} END,
      CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE id = ${act.actor}) THEN NULL ELSE ${act.from?.userAgent ?? null} END,
      CASE WHEN EXISTS (SELECT 1 FROM deleted_users WHERE id = ${act.subject}) THEN NULL ELSE ${act.reason} END,
      ${act.at})
    ON CONFLICT (id) DO NOTHING`
}

/**
 * The filter of a reader of acts. An undefined field does not filter. Times are in epoch milliseconds; `until` is not included.
 */
export interface ActFilter {
  actor: string | undefined
  subject: string | undefined
  type: string | undefined
  since: number
  until: number
}

/**
 * Finds a page of the acts that are older than a position, newest first. Each filter has an index. Of several filters, the query
 * uses the index of the one that usually matches the fewest acts.
 */
export async function findActs(
  db: Sql,
  { actor, subject, type, since, until }: ActFilter,
  { before, limit }: { before: Position; limit: number },
): Promise<Act[]> {
  const kind = type ?? null
  const author = actor ?? null
  const rest = sql`ORDER BY occurred_at DESC, id DESC`
  let rows: ActRow[]
  if (subject !== undefined)
    rows = await db.query<ActRow>`
      SELECT ${actColumns} FROM told_acts
      WHERE subject = ${subject} AND occurred_at >= ${since} AND occurred_at < ${until}
        AND (occurred_at, id) < (${before.createdAt}, ${before.id})
        AND (CAST(${author} AS TEXT) IS NULL OR actor = ${author}) AND (CAST(${kind} AS TEXT) IS NULL OR type = ${kind})
      ${rest} LIMIT ${limit}`
  else if (actor !== undefined)
    rows = await db.query<ActRow>`
      SELECT ${actColumns} FROM told_acts
      WHERE actor = ${actor} AND occurred_at >= ${since} AND occurred_at < ${until}
        AND (occurred_at, id) < (${before.createdAt}, ${before.id}) AND (CAST(${kind} AS TEXT) IS NULL OR type = ${kind})
      ${rest} LIMIT ${limit}`
  else if (type !== undefined)
    rows = await db.query<ActRow>`
      SELECT ${actColumns} FROM told_acts
      WHERE type = ${type} AND occurred_at >= ${since} AND occurred_at < ${until}
        AND (occurred_at, id) < (${before.createdAt}, ${before.id})
      ${rest} LIMIT ${limit}`
  else
    rows = await db.query<ActRow>`
      SELECT ${actColumns} FROM told_acts
      WHERE occurred_at >= ${since} AND occurred_at < ${until}
        AND (occurred_at, id) < (${before.createdAt}, ${before.id})
      ${rest} LIMIT ${limit}`
  return rows.map(({ details, address, user_agent: userAgent, occurred_at: at, ...row }) => ({
    ...row,
    details: JSON.parse(details),
    from: address === null ? undefined : { address, userAgent },
    at,
  }))
}

/**
 * Orders the removal of everything that acts say about a user, except the id. The view `told_acts` hides it from readers once the
 * transaction is committed. The cost does not depend on the number of acts, because a background sweep changes their rows later.
 */
export async function forgetInActs(tx: Sql, userId: string, at: number): Promise<void> {
  await tx.query`
    INSERT INTO forgotten_in_acts (user_id, forgotten_at) VALUES (${userId}, ${at}) ON CONFLICT (user_id) DO NOTHING`
}

/** The time for which an act is stored: 400 days, so that a whole year can be read even some weeks after its end. */
const keptMs = 400 * 24 * 60 * 60_000

export const expiredActs = expiring({
  table: sql`acts`,
  key: sql`id`,
  column: sql`occurred_at`,
  keptMs,
})
