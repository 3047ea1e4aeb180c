import type { EndReason } from '#contract/declaration/failures.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'

const endAllBatchSize = 2_000

/**
 * Ends every session of every user, and returns how many. Each batch has its own transaction, so that other requests do not
 * wait for long when there are millions of sessions. Each batch also records its own event, so that a crash between two batches
 * loses no event.
 */
export async function endAllSessions(db: Database, reason: EndReason, at: number): Promise<number> {
  for (let after = '', total = 0; ; ) {
    const step = await db.transaction((tx) => endNextSessions(tx, { after, reason, at }))
    total += step.ended
    // The loop ends at the first batch that is not full: it does not wait for sessions that begin while it
    // runs.
    if (step.last === undefined) return total
    after = step.last
  }
}

/** Ends the next sessions by id. `last` is the id to continue after; undefined when there are no more. */
async function endNextSessions(
  tx: Sql,
  { after, reason, at }: { after: string; reason: EndReason; at: number },
): Promise<{ ended: number; last: string | undefined }> {
  const living = await tx.query<{ id: string }>`
    SELECT id FROM sessions WHERE id > ${after} AND ended_at IS NULL ORDER BY id LIMIT ${endAllBatchSize}`
  const last = living.at(-1)?.id
  if (last === undefined) return { ended: 0, last }
  const rows = await tx.query`
    UPDATE sessions SET ended_at = ${at}, end_reason = ${reason}, expires_at = idle_expires_at
    WHERE id > ${after} AND id <= ${last} AND ended_at IS NULL RETURNING id`
  const ended = rows.length
  if (ended > 0) await record(tx, { type: 'session.all_ended', subject: null, data: { reason, ended }, at })
  return { ended, last: living.length < endAllBatchSize ? undefined : last }
}
