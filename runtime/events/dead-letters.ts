import { encodeCursor, type Position } from '../database/cursor.ts'
import type { Database, Sql } from '../database/database.ts'
import { record } from './record.ts'

/** A delivery that was given up after its last attempt. Its payload is left out, because it is meant for the receiver only. */
export interface DeadLetter {
  id: string
  sink: string
  type: string
  subject: string
  attempts: number
  lastError: string
  queuedAt: number
  givenUpAt: number
}

interface DeadLetterRow {
  id: string
  sink: string
  type: string
  subject: string
  attempts: number
  last_error: string | null
  created_at: number
  dead_at: number
}

const toDeadLetter = ({ last_error, created_at, dead_at, ...row }: DeadLetterRow): DeadLetter => ({
  ...row,
  lastError: last_error ?? '',
  queuedAt: created_at,
  givenUpAt: dead_at,
})

/** Finds dead letters after a position, the oldest first. */
export async function findDeadLetters(db: Sql, after: Position, limit: number): Promise<DeadLetter[]> {
  const rows = await db.query<DeadLetterRow>`
    SELECT id, sink, type, subject, attempts, last_error, created_at, dead_at FROM outbox
    WHERE dead_at IS NOT NULL AND (dead_at, id) > (${after.createdAt}, ${after.id})
    ORDER BY dead_at, id LIMIT ${limit}`
  return rows.map(toDeadLetter)
}

/** Returns the cursor of the page that begins after this dead letter. */
export const cursorOf = ({ givenUpAt, id }: DeadLetter): string => encodeCursor({ createdAt: givenUpAt, id })

/**
 * Queues a dead letter again, with a new count of attempts. It is delivered before the later deliveries to the same receiver
 * about the same user (or other subject). False when there is no such dead letter.
 */
export function replayDeadLetter(
  db: Database,
  { id, by, now }: { id: string; by: string | null; now: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [letter] = await tx.query<{ sink: string }>`
      UPDATE outbox SET dead_at = NULL, due_at = ${now}, scheduled_at = ${now}, created_at = ${now}, attempts = 0
      WHERE id = ${id} AND dead_at IS NOT NULL RETURNING sink`
    if (!letter) return false
    const data = { sink: letter.sink, delivery_id: id, replayed: 1, by }
    await record(tx, { type: 'delivery.replayed', subject: null, data, at: now })
    return true
  })
}

/** Removes a dead letter without delivering it. False when there is no such dead letter. */
export function dropDeadLetter(
  db: Database,
  { id, by, now }: { id: string; by: string | null; now: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [letter] = await tx.query<{ sink: string }>`
      DELETE FROM outbox WHERE id = ${id} AND dead_at IS NOT NULL RETURNING sink`
    if (!letter) return false
    const data = { sink: letter.sink, delivery_id: id, by }
    await record(tx, { type: 'delivery.dropped', subject: null, data, at: now })
    return true
  })
}

/** The number of deliveries that one transaction queues again, which bounds how long it blocks the database. */
const replayBatchSize = 1_000

/**
 * Queues up to a thousand dead letters again that were given up before `now`, for one receiver (a sink) or for all, and returns
 * how many.
 */
export function replayDeadLetters(
  db: Database,
  { sink, by, now }: { sink: string | undefined; by: string | null; now: number },
): Promise<number> {
  const only = sink ?? null
  return db.transaction(async (tx) => {
    const { length: replayed } = await tx.query`
      UPDATE outbox SET dead_at = NULL, due_at = ${now}, scheduled_at = ${now}, created_at = ${now}, attempts = 0
      WHERE dead_at IS NOT NULL AND id IN (
        SELECT id FROM outbox WHERE dead_at IS NOT NULL AND dead_at <= ${now}
          AND (CAST(${only} AS TEXT) IS NULL OR sink = ${only})
        ORDER BY dead_at, id LIMIT ${replayBatchSize})
      RETURNING id`
    const data = { sink: only, delivery_id: null, replayed, by }
    if (replayed > 0) await record(tx, { type: 'delivery.replayed', subject: null, data, at: now })
    return replayed
  })
}

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Removes dead letters after 30 days and returns how many. The event log removes its events after 30 days too. */
export async function removeOldDeadLetters(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await db.query`
    DELETE FROM outbox WHERE dead_at <= ${now - keptMs} AND id IN (
      SELECT id FROM outbox WHERE dead_at IS NOT NULL AND dead_at <= ${now - keptMs}
      ORDER BY dead_at, id LIMIT ${limit})
    RETURNING id`
  return removed.length
}

/** Counts the dead letters that are older than 30 days, up to `atMost`. */
export async function countOldDeadLetters(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM outbox WHERE dead_at IS NOT NULL AND dead_at <= ${now - keptMs} LIMIT ${atMost}) AS expired`
  return row?.total ?? 0
}
