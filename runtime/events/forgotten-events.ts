import type { Sql } from '../database/database.ts'
import { eventRetentionMs } from './event-log.ts'

/**
 * Hides the data of all events about a subject (the user, or other thing, that an event is about), recorded or yet to be
 * recorded, from the commit on. The fact that they happened stays readable. The cost does not depend on the number of events,
 * because a sweep in the background replaces the data in their rows later.
 */
export async function forgetEvents(tx: Sql, subject: string, at: number): Promise<void> {
  await tx.query`
    INSERT INTO forgotten_subjects (subject, forgotten_at, waiting_from) VALUES (${subject}, ${at}, 0)
    ON CONFLICT (subject) DO NOTHING`
}

/** The wait before data is replaced: transactions that were under way at the deletion have recorded their events by then. */
const settledMs = 60_000

/**
 * Replaces the data of at most `limit` events about forgotten subjects with `{}` and returns how many. A subject that has no such
 * event left counts as one, because that costs a query too.
 */
export async function blankForgottenEvents(db: Sql, now: number, limit: number): Promise<number> {
  const waiting = await db.query<{ subject: string; waiting_from: number }>`
    SELECT subject, waiting_from FROM forgotten_subjects
    WHERE waiting_from IS NOT NULL AND forgotten_at <= ${now - settledMs} ORDER BY forgotten_at LIMIT ${limit}`
  let left = limit
  for (const { subject, waiting_from: from } of waiting) {
    if (left <= 0) break
    left -= await blankSome(db, { subject, from, limit: left })
  }
  return limit - left + (await removeOldSubjects(db, now, left))
}

async function blankSome(
  db: Sql,
  { subject, from, limit }: { subject: string; from: number; limit: number },
): Promise<number> {
  const rows = await db.query<{ recorded_at: number }>`
    SELECT recorded_at FROM events WHERE subject = ${subject} AND recorded_at >= ${from}
    ORDER BY recorded_at LIMIT ${limit}`
  const last = rows.at(-1)?.recorded_at ?? from
  await db.query`
    UPDATE events SET data = '{}'
    WHERE subject = ${subject} AND recorded_at BETWEEN ${from} AND ${last} AND type <> 'user.deleted'`
  // The progress is stored after the data was replaced: after a crash in between, the same rows are changed again.
  const next = rows.length < limit ? null : last + 1
  await db.query`UPDATE forgotten_subjects SET waiting_from = ${next} WHERE subject = ${subject}`
  return Math.max(rows.length, 1)
}

/** Removes subjects from the list of forgotten ones when the data of all their events was replaced and these have expired. */
async function removeOldSubjects(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await db.query`
    DELETE FROM forgotten_subjects WHERE forgotten_at <= ${now - eventRetentionMs} AND subject IN (
      SELECT subject FROM forgotten_subjects
      WHERE forgotten_at <= ${now - eventRetentionMs} AND waiting_from IS NULL ORDER BY forgotten_at LIMIT ${limit})
    RETURNING subject`
  return removed.length
}

/** Counts the forgotten subjects with events whose data still has to be replaced, up to `atMost`. */
export async function countForgottenEvents(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM forgotten_subjects
      WHERE waiting_from IS NOT NULL AND forgotten_at <= ${now - settledMs} LIMIT ${atMost}) AS waiting`
  return row?.total ?? 0
}
