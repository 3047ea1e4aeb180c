import type { Sql } from '../database/database.ts'
import { eventsKeptMs } from './event-log.ts'

/**
 * From the commit on nobody reads anything personal in what is or will be recorded about the subject; that something
 * happened is still told. It costs the same however many events there are: their rows are blanked by the sweep.
 */
export async function forgetEvents(tx: Sql, subject: string, at: number): Promise<void> {
  await tx.query`
    INSERT INTO forgotten_subjects (subject, forgotten_at, waiting_from) VALUES (${subject}, ${at}, 0)
    ON CONFLICT (subject) DO NOTHING`
}

/** What was under way when the subject was forgotten has been recorded by then, and is blanked with the rest. */
const settledMs = 60_000

/** Blanks at most `limit` rows, a subject that is done with counting as one; says how many. */
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
  // Behind the last, and only now: whoever dies in between blanks the same rows again.
  const next = rows.length < limit ? null : last + 1
  await db.query`UPDATE forgotten_subjects SET waiting_from = ${next} WHERE subject = ${subject}`
  return Math.max(rows.length, 1)
}

/** What was recorded about them is blank by then, and what happened before that is no longer told. */
async function removeOldSubjects(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await db.query`
    DELETE FROM forgotten_subjects WHERE forgotten_at <= ${now - eventsKeptMs} AND subject IN (
      SELECT subject FROM forgotten_subjects
      WHERE forgotten_at <= ${now - eventsKeptMs} AND waiting_from IS NULL ORDER BY forgotten_at LIMIT ${limit})
    RETURNING subject`
  return removed.length
}

/** How many subjects wait to be blanked. */
export async function countForgottenEvents(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM forgotten_subjects
      WHERE waiting_from IS NOT NULL AND forgotten_at <= ${now - settledMs} LIMIT ${atMost}) AS waiting`
  return row?.total ?? 0
}
