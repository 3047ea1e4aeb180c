import type { EventData, EventType } from '#contract/events.ts'
import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { expiring } from '../sweep.ts'

/** Something that happened, to be told to whoever wants to know. */
export interface NewEvent<T extends EventType> {
  type: T
  /** Whom it is about; events about one subject keep their order. */
  subject: string | null
  data: EventData<T>
  at: number
}

/** As it was recorded in the service where it happened. */
export type PublishedEvent = Omit<LoggedEvent, 'position'>

export interface LoggedEvent {
  /** Its place in the order that everybody reads. */
  position: number
  id: string
  type: string
  subject: string | null
  data: Record<string, unknown>
  at: number
}

export interface EventLog {
  db: Database
  clock: Clock
  log: Log
  /** In the transaction that gives events their positions, for whoever must get each of them by itself; the data as it was recorded. */
  onNumbered?(tx: Sql, events: LoggedEvent[]): Promise<void>
}

export interface EventRow {
  position: number
  id: string
  type: string
  subject: string | null
  data: string
  occurred_at: number
}

export const toEvent = ({ occurred_at: at, data, ...row }: EventRow): LoggedEvent => ({
  ...row,
  data: JSON.parse(data) as Record<string, unknown>,
  at,
})

/** Called in the transaction of the change, so that the event exists exactly when the change does. */
export async function recordEvent<T extends EventType>(tx: Sql, event: NewEvent<T>): Promise<void> {
  await recordEventOnce(tx, { ...event, id: newId(event.at) })
}

/** False when it is there already. */
export async function recordEventOnce(tx: Sql, event: PublishedEvent): Promise<boolean> {
  // Clocks of several nodes do not tell which of two changes came first: it is recorded behind what is there. One about
  // nobody is looked up alike: a failed login must not tell by its time whether it was about somebody (I12).
  const recorded = await tx.query`
    INSERT INTO events (id, type, subject, data, occurred_at, recorded_at)
    SELECT ${event.id}, ${event.type}, ${event.subject}, ${JSON.stringify(event.data)}, ${event.at},
      CASE WHEN MAX(recorded_at) >= ${event.at} THEN MAX(recorded_at) + 1 ELSE ${event.at} END
    FROM events WHERE subject = ${event.subject ?? ''}
    ON CONFLICT (id) DO NOTHING RETURNING id`
  return recorded.length > 0
}

const idleMs = 200
/** Written out in the statement too: PostgreSQL's plan depends on it. */
const numberingBatchSize = 500

/** Gives what was committed its place, again and again until it is stopped. */
export const startNumbering = (events: EventLog): Loop =>
  startLoop('number events', { idleMs, log: events.log }, () => numberEvents(events))

/**
 * Only committed events are seen here, and the lock lets nobody else begin before these positions are committed: whoever
 * reads in their order misses none. True when there may be more.
 */
async function numberEvents({ db, clock, onNumbered }: EventLog): Promise<boolean> {
  const [waiting] = await db.query`SELECT id FROM events WHERE position IS NULL LIMIT 1`
  if (!waiting) return false
  return db.transaction(async (tx) => {
    // No lower than the time in microseconds: a database that lost its last commits gives no position twice.
    const atLeast = clock.now() * 1_000
    const [feed] = await tx.query<{ position: number }>`
      UPDATE feeds SET position = CASE WHEN position < ${atLeast} THEN ${atLeast} ELSE position END
      WHERE id = 'events' RETURNING position`
    const before = feed?.position ?? 0
    const rows = await tx.query<EventRow>`
      UPDATE events SET position = ${before} + waiting.place
      FROM (
        SELECT id, row_number() OVER (ORDER BY recorded_at, id) AS place FROM events
        WHERE position IS NULL ORDER BY recorded_at, id LIMIT 500
      ) AS waiting
      WHERE events.id = waiting.id
      RETURNING events.position AS position, events.id AS id, type, subject, data, occurred_at`
    await tx.query`UPDATE feeds SET position = ${before + rows.length} WHERE id = 'events'`
    await onNumbered?.(
      tx,
      rows.map(toEvent).toSorted((a, b) => a.position - b.position),
    )
    return rows.length === numberingBatchSize
  })
}

/** In the order of their positions. */
export async function findEventsAfter(db: Sql, after: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>`
    SELECT position, id, type, subject, data, occurred_at FROM told_events
    WHERE position > ${after} ORDER BY position LIMIT ${limit}`
  return rows.map(toEvent)
}

export async function findEvent(db: Sql, id: string): Promise<LoggedEvent | undefined> {
  const [row] = await db.query<EventRow>`
    SELECT position, id, type, subject, data, occurred_at FROM told_events WHERE id = ${id}`
  return row && toEvent(row)
}

export const eventsKeptMs = 30 * 24 * 60 * 60 * 1000

export const expiredEvents = expiring({
  table: 'events',
  key: 'id',
  column: 'occurred_at',
  keptMs: eventsKeptMs,
})
