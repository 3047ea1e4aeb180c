import type { Sql } from '../database/database.ts'

const maxCounted = 100_000

/**
 * Counts the deliveries that wait for a receiver, and returns when the first of them was queued. Each attempt sets the due time
 * of a delivery (`listBacklog`) anew, but not this time. At most 100,000 deliveries are read.
 */
export async function findWaiting(
  db: Sql,
  { sink }: { sink: string },
): Promise<{ count: number; since: number | undefined }> {
  const [row] = await db.query<{ count: number; since: number | null }>`
    SELECT COUNT(*) AS count, MIN(created_at) AS since
    FROM (SELECT created_at FROM outbox WHERE sink = ${sink} AND dead_at IS NULL LIMIT ${maxCounted}) AS waiting`
  return { count: row?.count ?? 0, since: row?.since ?? undefined }
}

/**
 * Returns when the oldest waiting delivery about one subject was queued, so that its effect is missing since then; undefined when
 * none waits. Deliveries that were given up are included: they have no effect until an admin repeats them.
 */
export async function findWaitingSince(
  db: Sql,
  { sink, subject }: { sink: string; subject: string },
): Promise<number | undefined> {
  const [row] = await db.query<{ since: number | null }>`
    SELECT MIN(created_at) AS since FROM outbox WHERE sink = ${sink} AND subject = ${subject}`
  return row?.since ?? undefined
}
