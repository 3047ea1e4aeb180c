import type { Clock } from './clock.ts'
import type { Database, Sql } from './database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { type Loop, startLoop } from './loop.ts'
import type { Metric } from './metrics.ts'

/** What must reach somebody else because a change was committed. */
export interface OutboxEvent {
  id: string
  type: string
  /** Events of one subject are delivered in the order in which they were recorded. */
  subject: string
  payload: unknown
  attempts: number
}

export interface Outbox {
  db: Database
  clock: Clock
  log: Log
  deliver(event: OutboxEvent): Promise<void>
}

interface OutboxRow {
  id: string
  type: string
  subject: string
  payload: string
  attempts: number
}

const leaseMs = 30_000
const atOnce = 20
const firstDelayMs = 1_000
const longestDelayMs = 60_000

/** Called in the transaction of the change, so that the event exists exactly when the change does. */
export async function recordEvent(
  tx: Sql,
  event: { type: string; subject: string; payload: unknown; at: number },
): Promise<void> {
  // Its place behind what waits for the same subject: ids and clocks do not tell which of two came first.
  await tx.query`
    INSERT INTO outbox (id, type, subject, position, payload, created_at, due_at, attempts)
    SELECT ${newId(event.at)}, ${event.type}, ${event.subject}, COALESCE(MAX(position), 0) + 1,
      ${JSON.stringify(event.payload)}, ${event.at}, ${event.at}, 0
    FROM outbox WHERE subject = ${event.subject}`
}

/**
 * Tries all events of one subject at once, also those that wait for another try or are in somebody else's hands,
 * so that the caller's reply can promise their effect where possible. What fails stays for the loop.
 */
export async function deliverNow(outbox: Outbox, subject: string): Promise<void> {
  while ((await deliverAll(outbox, await claimNext(outbox, subject))) > 0);
}

/** Delivers what is due until it is stopped: at least once, with growing pauses after failures. */
export const startDelivery = (outbox: Outbox): Loop =>
  startLoop('deliver events', { idleMs: 500, log: outbox.log }, async () => {
    const due = await claimDue(outbox)
    await deliverAll(outbox, due)
    return due.length > 0
  })

/**
 * What is claimed at once is of as many subjects, so it goes out side by side: a slow receiver costs one timeout. Gives
 * how many were delivered.
 */
async function deliverAll(outbox: Outbox, claimed: OutboxRow[]): Promise<number> {
  const outcomes = await Promise.all(claimed.map((row) => deliverOne(outbox, row)))
  return outcomes.filter((isDelivered) => isDelivered).length
}

async function deliverOne(outbox: Outbox, row: OutboxRow): Promise<boolean> {
  const event: OutboxEvent = { ...row, payload: JSON.parse(row.payload) as unknown }
  try {
    await outbox.deliver(event)
  } catch (error) {
    await postpone(outbox, event, error)
    return false
  }
  await outbox.db.query`DELETE FROM outbox WHERE id = ${event.id}`
  return true
}

/**
 * A lease instead of a lock: whoever dies with an event in hand loses it to the next turn after `leaseMs`. The outer
 * condition is asked again of a row that another node has just claimed.
 */
function claimDue(outbox: Outbox): Promise<OutboxRow[]> {
  const now = outbox.clock.now()
  return outbox.db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${now + leaseMs}, attempts = attempts + 1
    WHERE due_at <= ${now} AND id IN (
      SELECT id FROM outbox AS due
      WHERE due_at <= ${now}
        AND NOT EXISTS (SELECT 1 FROM outbox AS earlier WHERE earlier.subject = due.subject AND earlier.position < due.position)
      ORDER BY due_at LIMIT ${atOnce})
    RETURNING id, type, subject, payload, attempts`
}

/** The first that waits for the subject, due or not. */
function claimNext(outbox: Outbox, subject: string): Promise<OutboxRow[]> {
  return outbox.db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${outbox.clock.now() + leaseMs}, attempts = attempts + 1
    WHERE id IN (SELECT id FROM outbox WHERE subject = ${subject} ORDER BY position LIMIT 1)
    RETURNING id, type, subject, payload, attempts`
}

async function postpone(outbox: Outbox, event: OutboxEvent, error: unknown): Promise<void> {
  const delayMs = Math.min(firstDelayMs * 2 ** Math.min(event.attempts - 1, 16), longestDelayMs)
  outbox.log.warn(
    { err: error, event_id: event.id, type: event.type, attempts: event.attempts },
    'an event was not delivered yet',
  )
  await outbox.db.query`UPDATE outbox SET due_at = ${outbox.clock.now() + delayMs} WHERE id = ${event.id}`
}

const mostCounted = 100_000

/** Grows while a receiver is away. */
export const outboxMetric = ({ db }: Outbox): Metric => ({
  name: 'latchkey_outbox_waiting_events',
  help: `Events that are not delivered yet, counted up to ${mostCounted}.`,
  label: 'state',
  async read() {
    const [row] = await db.query<{ total: number }>`
      SELECT COUNT(*) AS total FROM (SELECT 1 FROM outbox LIMIT ${mostCounted}) AS waiting`
    return new Map([['waiting', row?.total ?? 0]])
  },
})
