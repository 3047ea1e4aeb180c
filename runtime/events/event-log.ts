import type { EventData, EventType } from '#contract/events/event-types.ts'
import type { EventResource } from '#contract/events/events.ts'
import { type Clock, toRfc3339 } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { expiring } from '../sweep.ts'

/** An event that is about to be recorded. */
export interface NewEvent<T extends EventType> {
  type: T
  /** The id of the user (or other thing) that the event is about. Events about the same subject keep their order. */
  subject: string | null
  data: EventData<T>
  at: number
}

/** An event as it was recorded by the service in which it happened. */
export type PublishedEvent = Omit<LoggedEvent, 'position'>

export interface LoggedEvent {
  /** The number of the event in the order of the log. */
  position: number
  id: string
  type: string
  subject: string | null
  data: Record<string, unknown>
  at: number
}

/** Returns an event in the form that clients read. */
export const toEventResource = ({ id, type, subject, data, at }: LoggedEvent): EventResource => ({
  id,
  type,
  timestamp: toRfc3339(at),
  user_id: subject,
  data,
})

export interface EventLog {
  db: Database
  clock: Clock
  log: Log
  /** Receives each event once, in the transaction that gives it its position. The data is as it was recorded. */
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

export const eventColumns = sql`position, id, type, subject, data, occurred_at`

export const toEvent = ({ occurred_at: at, data, ...row }: EventRow): LoggedEvent => ({
  ...row,
  data: JSON.parse(data),
  at,
})

/**
 * Records an event under the id that it has in the service where it happened. Returns false when it was recorded before. See
 * `record`.
 */
export async function recordEventOnce(tx: Sql, event: PublishedEvent): Promise<boolean> {
  // An event gets a later time than all events about the same user (its subject), because the clocks of several nodes do not show
  // which event came first. An event without a subject does the same look-up, so that the time of a failed login does not tell
  // whether the user exists (I12).
  const recorded = await tx.query`
    INSERT INTO events (id, type, subject, data, occurred_at, recorded_at)
    SELECT ${event.id}, ${event.type}, ${event.subject}, ${JSON.stringify(event.data)}, ${event.at},
      CASE WHEN MAX(recorded_at) >= ${event.at} THEN MAX(recorded_at) + 1 ELSE ${event.at} END
    FROM events WHERE subject = ${event.subject ?? ''}
    ON CONFLICT (id) DO NOTHING RETURNING id`
  return recorded.length > 0
}

const idleMs = 200
/**
 * The maximum number of events that get their position in one transaction. The SQL statement has the same number as a literal,
 * because PostgreSQL plans better with a literal than with a value that is bound later.
 */
const numberingBatchSize = 500

/** Gives committed events their positions in the background. */
export const startNumbering = (events: EventLog): Loop =>
  startLoop('number events', { idleMs, log: events.log }, () => numberEvents(events))

/**
 * Gives a batch of events their positions. The transaction sees committed events only, and the lock on the row in `feeds` keeps
 * other nodes out until these positions are committed, so a reader in this order misses no event. True when there may be more.
 */
async function numberEvents({ db, clock, onNumbered }: EventLog): Promise<boolean> {
  const [waiting] = await db.query`SELECT id FROM events WHERE position IS NULL LIMIT 1`
  if (!waiting) return false
  return db.transaction(async (tx) => {
    // A position is at least the time in microseconds, so that a database that lost its last commits does not
    // give a position twice.
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

/** Finds the events after a position, in the order of their positions. */
export async function findEventsAfter(db: Sql, after: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events WHERE position > ${after} ORDER BY position LIMIT ${limit}`
  return rows.map(toEvent)
}

export async function findEvent(db: Sql, id: string): Promise<LoggedEvent | undefined> {
  const [row] = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events WHERE id = ${id}`
  return row && toEvent(row)
}

export const eventRetentionMs = 30 * 24 * 60 * 60 * 1000

export const expiredEvents = expiring({
  table: sql`events`,
  key: sql`id`,
  column: sql`occurred_at`,
  keptMs: eventRetentionMs,
})
