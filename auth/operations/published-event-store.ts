import type { Sql } from '#runtime/database/database.ts'

/** The time for which this service keeps an event that the user service has received, for operators who investigate a fault. */
const keptMs = 24 * 60 * 60 * 1000

export async function removePublishedEvents(db: Sql, now: number, limit: number): Promise<number> {
  const publishedTo = await findPublishedPosition(db)
  const removed = await db.query`
    DELETE FROM events WHERE occurred_at <= ${now - keptMs} AND id IN (
      SELECT id FROM events WHERE occurred_at <= ${now - keptMs} AND position <= ${publishedTo}
      ORDER BY occurred_at LIMIT ${limit})
    RETURNING id`
  return removed.length
}

export async function countPublishedEvents(db: Sql, now: number, atMost: number): Promise<number> {
  const publishedTo = await findPublishedPosition(db)
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM events WHERE occurred_at <= ${now - keptMs} AND position <= ${publishedTo} LIMIT ${atMost}) AS expired`
  return row?.total ?? 0
}

async function findPublishedPosition(db: Sql): Promise<number> {
  const [reader] = await db.query<{
    position: number
  }>`SELECT position FROM event_readers WHERE name = 'users'`
  return reader?.position ?? 0
}
