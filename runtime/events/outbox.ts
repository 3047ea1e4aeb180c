import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metric } from '../metrics.ts'

/** What must reach somebody else because a change was committed. */
export interface Delivery {
  id: string
  type: string
  /** Deliveries to one sink about one subject arrive in the order in which they were queued. */
  subject: string
  payload: unknown
  attempts: number
  queuedAt: number
}

export interface Outbox {
  db: Database
  clock: Clock
  log: Log
  /** Where to: each has an order and a pace of its own. */
  sink: string
  retry: RetryPolicy
  /** @throws {Undeliverable} when another try would change nothing */
  deliver(delivery: Delivery): Promise<void>
}

export interface RetryPolicy {
  firstMs: number
  /** Each pause is so many times the one before. */
  factor: number
  longestMs: number
  /** The part of a pause that is left to chance, so that what failed together does not come back together. */
  jitter: number
  /** So long after it was queued it is given up and kept as a dead letter; undefined: never. */
  giveUpAfterMs: number | undefined
}

/** For the other service, which is away for minutes at most: it is asked again soon, and for ever. */
export const untilItIsBack: RetryPolicy = {
  firstMs: 1_000,
  factor: 2,
  longestMs: 60_000,
  jitter: 0,
  giveUpAfterMs: undefined,
}

/** So long somebody else's server may be away. */
export const maxAwayMs = 3 * 24 * 60 * 60 * 1000

/** For somebody else's server: soon at first, for three days. */
export const forDays: RetryPolicy = {
  firstMs: 5_000,
  factor: 4,
  longestMs: 6 * 60 * 60 * 1000,
  jitter: 0.2,
  giveUpAfterMs: maxAwayMs,
}

/** The receiver has looked at it and will never take it. */
export class Undeliverable extends Error {}

/** The receiver does not want to be asked again so soon. */
export class NotYet extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Nobody's fault, and nothing was found out: it is due again at once. */
export class Interrupted extends Error {}

interface OutboxRow {
  id: string
  type: string
  subject: string
  payload: string
  attempts: number
  created_at: number
}

const leaseMs = 30_000
const claimBatchSize = 20

/** Called in the transaction of the change, so that the delivery is made exactly when the change is. */
export async function queueDelivery(
  tx: Sql,
  delivery: { sink: string; type: string; subject: string; payload: unknown; at: number },
): Promise<void> {
  const { sink, type, subject, payload, at } = delivery
  // Its place behind what waits for the same subject: ids and clocks do not tell which of two came first.
  await tx.query`
    INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts)
    SELECT ${newId(at)}, ${sink}, ${type}, ${subject}, COALESCE(MAX(position), 0) + 1, ${JSON.stringify(payload)}, ${at},
      ${at}, 0
    FROM outbox WHERE sink = ${sink} AND subject = ${subject}`
}

/**
 * In the transaction of what a delivery leads to: it has that effect once, however often it is tried. False when it has had
 * it, or was taken back: then nothing is to be done.
 */
export async function takeDelivery(tx: Sql, { id }: Delivery): Promise<boolean> {
  const taken = await tx.query`DELETE FROM outbox WHERE id = ${id} RETURNING id`
  return taken.length > 0
}

/** Whatever waits for one subject, also in somebody's hands. */
export async function removeDeliveries(
  tx: Sql,
  { sink, subject }: { sink: string; subject: string },
): Promise<void> {
  await tx.query`DELETE FROM outbox WHERE sink = ${sink} AND subject = ${subject}`
}

/**
 * Tries all deliveries about one subject at once, also those that wait for another try or are in somebody else's hands,
 * so that the caller's reply can promise their effect where possible. What fails stays for the loop.
 */
export async function deliverNow(outbox: Outbox, subject: string): Promise<void> {
  while ((await deliverAll(outbox, await claimNext(outbox, subject))) > 0);
}

/** Delivers what is due until it is stopped: at least once, with growing pauses after failures. */
export const startDelivery = (outbox: Outbox): Loop =>
  startLoop(`deliver to ${outbox.sink}`, { idleMs: 250, log: outbox.log }, () => deliverDue(outbox))

/** One turn; true when there was something to deliver, and so may be more. */
export async function deliverDue(outbox: Outbox): Promise<boolean> {
  const due = await claimDue(outbox)
  await deliverAll(outbox, due)
  return due.length > 0
}

/**
 * What is claimed at once is of as many subjects, so it goes out side by side: a slow receiver costs one timeout. Gives
 * how many were delivered.
 */
async function deliverAll(outbox: Outbox, claimed: OutboxRow[]): Promise<number> {
  const outcomes = await Promise.all(claimed.map((row) => deliverOne(outbox, row)))
  return outcomes.filter((isDelivered) => isDelivered).length
}

async function deliverOne(
  outbox: Outbox,
  { created_at: queuedAt, payload, ...row }: OutboxRow,
): Promise<boolean> {
  const delivery: Delivery = { ...row, payload: JSON.parse(payload) as unknown, queuedAt }
  try {
    await outbox.deliver(delivery)
  } catch (error) {
    await postpone(outbox, delivery, error)
    return false
  }
  await outbox.db.query`DELETE FROM outbox WHERE id = ${delivery.id}`
  return true
}

/**
 * A lease instead of a lock: whoever dies with a delivery in hand loses it to the next turn after `leaseMs`. The outer
 * condition is asked again of a row that another node has just claimed.
 */
function claimDue({ db, clock, sink }: Outbox): Promise<OutboxRow[]> {
  const now = clock.now()
  return db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${now + leaseMs}, attempts = attempts + 1
    WHERE due_at <= ${now} AND dead_at IS NULL AND id IN (
      SELECT id FROM outbox AS due
      WHERE sink = ${sink} AND due_at <= ${now} AND dead_at IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM outbox AS earlier
          WHERE earlier.sink = ${sink} AND earlier.subject = due.subject AND earlier.position < due.position
            AND earlier.dead_at IS NULL)
      ORDER BY due_at LIMIT ${claimBatchSize})
    RETURNING id, type, subject, payload, attempts, created_at`
}

/** The first that waits for the subject, due or not. */
function claimNext({ db, clock, sink }: Outbox, subject: string): Promise<OutboxRow[]> {
  return db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${clock.now() + leaseMs}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM outbox WHERE sink = ${sink} AND subject = ${subject} AND dead_at IS NULL ORDER BY position LIMIT 1)
    RETURNING id, type, subject, payload, attempts, created_at`
}

async function postpone(outbox: Outbox, delivery: Delivery, error: unknown): Promise<void> {
  const { db, clock, log, sink, retry } = outbox
  const { id, type, attempts } = delivery
  const now = clock.now()
  const isGivenUp =
    error instanceof Undeliverable ||
    now - delivery.queuedAt >= (retry.giveUpAfterMs ?? Number.POSITIVE_INFINITY)
  const asked = error instanceof NotYet ? Math.min(error.afterMs, retry.longestMs) : 0
  const pause = error instanceof Interrupted ? 0 : Math.max(pauseMs(retry, attempts), asked)
  // What a server of somebody's answered stands in it, and is shown in terminals.
  const reason = (error as Error).message
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .slice(0, 500)
  log.warn(
    { err: error, delivery_id: id, sink, type, attempts },
    isGivenUp ? 'a delivery was given up, and is kept as a dead letter' : 'a delivery did not arrive yet',
  )
  await db.query`
    UPDATE outbox SET due_at = ${now + pause}, last_error = ${reason}, dead_at = ${isGivenUp ? now : null}
    WHERE id = ${id}`
}

function pauseMs({ firstMs, factor, longestMs, jitter }: RetryPolicy, attempts: number): number {
  const pause = Math.min(firstMs * factor ** Math.min(attempts - 1, 32), longestMs)
  return Math.round(pause * (1 - jitter * Math.random()))
}

const maxCounted = 100_000

/** Grows while a receiver is away. */
export const outboxMetric = (db: Database): Metric => ({
  name: 'latchkey_outbox_waiting_events',
  help: `Deliveries that wait for their receiver, and dead letters, each counted up to ${maxCounted}.`,
  label: 'state',
  isOfDatabase: true,
  async read() {
    const [row] = await db.query<{ waiting: number; dead: number }>`
      SELECT
        (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE dead_at IS NULL LIMIT ${maxCounted}) AS living) AS waiting,
        (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE dead_at IS NOT NULL LIMIT ${maxCounted}) AS given_up) AS dead`
    return new Map([
      ['waiting', row?.waiting ?? 0],
      ['dead', row?.dead ?? 0],
    ])
  },
})
