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
 * Stores an act once. An event may be told late: what it says about somebody who was deleted in the meantime is left out.
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

/** Which acts a reader wants. An undefined field does not filter. Times are in epoch milliseconds; `until` is not included. */
export interface ActFilter {
  actor: string | undefined
  subject: string | undefined
  type: string | undefined
  since: number
  until: number
}

/** Finds a page of the acts that are older than a position, newest first. Each filter has an index, and the rarest of them is used. */
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
    ...{ details: JSON.parse(details), from: address === null ? undefined : { address, userAgent }, at },
  }))
}

/**
 * Has everything removed that acts say about a user but the id. Readers do not see it from the commit on (`told_acts`). The cost does
 * not depend on the number of acts, because a sweep in the background changes their rows.
 */
export async function forgetInActs(tx: Sql, userId: string, at: number): Promise<void> {
  await tx.query`
    INSERT INTO forgotten_in_acts (user_id, forgotten_at) VALUES (${userId}, ${at}) ON CONFLICT (user_id) DO NOTHING`
}

/** Long enough to look back over a year, also some weeks after its end. */
const keptMs = 400 * 24 * 60 * 60_000

export const expiredActs = expiring({
  table: sql`acts`,
  key: sql`id`,
  column: sql`occurred_at`,
  keptMs,
})
