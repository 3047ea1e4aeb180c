import type { Clock } from '../clock.ts'
import type { Database, Sql } from '../database/database.ts'
import { maxClockSkewMs } from '../database/lease.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log/log.ts'
import { outageOf } from '../log/outages.ts'
import { messageOf } from '../log/thrown.ts'
import { warnOfFlood } from '../log/warn-of-flood.ts'
import { type Loop, startLoop } from '../loop.ts'

declare const payloadOf: unique symbol
/**
 * The name of a receiver. The code that queues and the code that delivers share one constant, and with it the
 * type of the payload.
 */
export type Sink<Payload> = string & { readonly [payloadOf]: Payload }

export const sink = <Payload>(name: string): Sink<Payload> => name as Sink<Payload>

/** A message that must reach a receiver because a change was committed. */
export interface Delivery<Payload = unknown> {
  id: string
  type: string
  /** The user (or other thing) that the delivery is about. Deliveries to one receiver about the same subject keep their order. */
  subject: string
  payload: Payload
  attempts: number
  queuedAt: number
}

export interface Outbox<Payload = unknown> {
  db: Database
  clock: Clock
  log: Log
  /** The receiver of the deliveries. Each receiver (sink) has an order and a pace of its own. */
  sink: Sink<Payload>
  retry: RetryPolicy
  /** Makes one attempt at a delivery. @throws {Undeliverable} when another attempt would change nothing */
  deliver(delivery: Delivery<Payload>): Promise<void>
}

/** The pauses between attempts, which grow after each failure. */
export interface RetryPolicy {
  firstMs: number
  /** The factor by which each pause is longer than the one before. */
  factor: number
  longestMs: number
  /** The random part of a pause, from 0 to 1, so that deliveries that failed together are not retried together. */
  jitter: number
  /** The age at which a delivery is given up and kept as a dead letter; undefined when it never is. */
  giveUpAfterMs: number | undefined
}

/**
 * The retry policy for deliveries between the two services. The receiving service is down for minutes at most, so retries come
 * soon and never end.
 */
export const retryForever: RetryPolicy = {
  firstMs: 1_000,
  factor: 2,
  longestMs: 60_000,
  jitter: 0,
  giveUpAfterMs: undefined,
}

/** The time that a server that is not part of Latchkey may be down before a delivery to it is given up. */
export const maxReceiverOutageMs = 3 * 24 * 60 * 60 * 1000

/** The retry policy for servers that are not part of Latchkey: retries come soon at first, and end after three days. */
export const retryForDays: RetryPolicy = {
  firstMs: 5_000,
  factor: 4,
  longestMs: 6 * 60 * 60 * 1000,
  jitter: 0.2,
  giveUpAfterMs: maxReceiverOutageMs,
}

/**
 * The minimum number of attempts before a delivery is given up because of its age. In the normal case it is reached long before
 * that age. It matters when a clock is ahead or the machine was off for days: otherwise a delivery would be given up after its
 * first failure.
 */
const attemptsBeforeGivingUp = 10

/** Returns whether a delivery that has failed is given up: it is older than `maxMs`, and was attempted often enough. */
export const isTooOld = (
  { queuedAt, attempts }: Pick<Delivery, 'queuedAt' | 'attempts'>,
  { now, maxMs = Number.POSITIVE_INFINITY }: { now: number; maxMs: number | undefined },
): boolean => now - queuedAt >= maxMs && attempts >= attemptsBeforeGivingUp

/** The error of a delivery that the receiver will never accept. The delivery is given up immediately. */
export class Undeliverable extends Error {}

/** The error of a delivery whose receiver requires a longer pause before the next attempt. */
export class RetryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/**
 * The error of an attempt that was interrupted, as by a shutdown, which says nothing about the receiver: the delivery is due
 * again immediately.
 */
export class Interrupted extends Error {}

interface OutboxRow {
  id: string
  type: string
  subject: string
  payload: string
  attempts: number
  created_at: number
}

/** The columns that have a value when a delivery is queued. */
export const outboxColumns = sql`id, sink, type, subject, position, payload, created_at, due_at, attempts, scheduled_at`
const claimedColumns = sql`id, type, subject, payload, attempts, created_at`

const leaseMs = 30_000
/**
 * The maximum number of deliveries that are claimed at once. The number is written into the statement as a literal: for a bound
 * value, PostgreSQL estimates a tenth of the table, and may then read the whole table.
 */
const claimBatch = sql`LIMIT 20`

/** Queues a delivery in the transaction of a change, so that it is delivered if and only if the change is committed. */
export async function queueDelivery<Payload>(
  tx: Sql,
  delivery: { sink: Sink<Payload>; type: string; subject: string; payload: NoInfer<Payload>; at: number },
): Promise<void> {
  const { sink, type, subject, payload, at } = delivery
  // The position orders deliveries about one subject: ids and clocks do not show which of two deliveries was queued first.
  await tx.query`
    INSERT INTO outbox (${outboxColumns})
    SELECT ${newId(at)}, ${sink}, ${type}, ${subject}, COALESCE(MAX(position), 0) + 1, ${JSON.stringify(payload)}, ${at},
      ${at}, 0, ${at}
    FROM outbox WHERE sink = ${sink} AND subject = ${subject}`
}

/**
 * Removes a delivery in the transaction of its effect, so that the effect happens once however often the delivery is attempted.
 * Returns false when the effect has happened already or the delivery was removed: then there is nothing to do.
 */
export async function takeDelivery(tx: Sql, { id }: Delivery): Promise<boolean> {
  const taken = await tx.query`DELETE FROM outbox WHERE id = ${id} RETURNING id`
  return taken.length > 0
}

/** Removes all deliveries about one subject, also those that are being attempted. */
export async function removeDeliveries(
  tx: Sql,
  { sink, subject }: { sink: string; subject: string },
): Promise<void> {
  await tx.query`DELETE FROM outbox WHERE sink = ${sink} AND subject = ${subject}`
}

/**
 * Attempts all deliveries about one subject immediately, also those that wait for a retry or that another node has claimed. The
 * reply to the caller can then promise their effect. Deliveries that fail stay in the outbox for a later retry. Returns whether all
 * have been delivered.
 */
export async function deliverNow(outbox: Outbox, subject: string): Promise<boolean> {
  for (;;) {
    const claimed = await claimNext(outbox, subject)
    if (claimed.length === 0) return true
    if ((await deliverAll(outbox, claimed)) === 0) return false
  }
}

/** Starts to make due deliveries in the background. Each is made at least once; the pauses between its attempts grow. */
export const startDelivery = <Payload>(outbox: Outbox<Payload>): Loop =>
  startLoop(`deliver to ${outbox.sink}`, { idleMs: 250, log: outbox.log }, () => deliverDue(outbox))

/** Attempts the deliveries that are due, one batch of them. True when there were any, so that there may be more. */
export async function deliverDue<Payload>(outbox: Outbox<Payload>): Promise<boolean> {
  const due = await claimDue(outbox)
  await deliverAll(outbox, due)
  return due.length > 0
}

/**
 * Attempts the deliveries of a batch in parallel, so that a slow receiver costs one timeout. Each delivery of a batch is about
 * another subject, so no order is lost. Returns how many were delivered.
 */
async function deliverAll(outbox: Outbox, claimed: OutboxRow[]): Promise<number> {
  const outcomes = await Promise.all(claimed.map((row) => deliverOne(outbox, row)))
  return outcomes.filter((isDelivered) => isDelivered).length
}

async function deliverOne(
  outbox: Outbox,
  { created_at: queuedAt, payload, ...row }: OutboxRow,
): Promise<boolean> {
  const delivery: Delivery = { ...row, payload: JSON.parse(payload), queuedAt }
  try {
    await outbox.deliver(delivery)
  } catch (error) {
    await postpone(outbox, delivery, error)
    return false
  }
  // A replay sets `attempts` to 0. A delivery that was replayed during this attempt stays: otherwise the replay would be lost.
  await outbox.db.query`DELETE FROM outbox WHERE id = ${delivery.id} AND attempts >= ${delivery.attempts}`
  return true
}

/** True for the first delivery about its subject. */
const isFirst = sql`NOT EXISTS (
  SELECT 1 FROM outbox AS earlier
  WHERE earlier.sink = due.sink AND earlier.subject = due.subject AND earlier.position < due.position
    AND earlier.dead_at IS NULL)`

/**
 * Claims deliveries that are due, and for each subject only the first delivery. A claim is a lease and no lock: when its node
 * dies, the delivery is due again after `leaseMs`. Deliveries that were put off by a clock that was ahead are due too. The outer
 * condition repeats the inner ones because PostgreSQL evaluates it again for a row that another node has just claimed.
 */
function claimDue({ db, clock, sink }: Outbox): Promise<OutboxRow[]> {
  const now = clock.now()
  const future = now + maxClockSkewMs
  return db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${now + leaseMs}, scheduled_at = ${now}, attempts = attempts + 1
    WHERE (due_at <= ${now} OR scheduled_at > ${future}) AND dead_at IS NULL AND id IN (
      SELECT id FROM (
        SELECT id FROM outbox AS due
        WHERE sink = ${sink} AND due_at <= ${now} AND dead_at IS NULL AND ${isFirst}
        ORDER BY due_at ${claimBatch}) AS piece
      UNION ALL
      SELECT id FROM (
        SELECT id FROM outbox AS due
        WHERE sink = ${sink} AND scheduled_at > ${future} AND dead_at IS NULL AND ${isFirst}
        ORDER BY scheduled_at ${claimBatch}) AS piece)
    RETURNING ${claimedColumns}`
}

/** Claims the first delivery about a subject, due or not. */
function claimNext({ db, clock, sink }: Outbox, subject: string): Promise<OutboxRow[]> {
  const now = clock.now()
  return db.query<OutboxRow>`
    UPDATE outbox SET due_at = ${now + leaseMs}, scheduled_at = ${now}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM outbox WHERE sink = ${sink} AND subject = ${subject} AND dead_at IS NULL ORDER BY position LIMIT 1)
    RETURNING ${claimedColumns}`
}

async function postpone(outbox: Outbox, delivery: Delivery, error: unknown): Promise<void> {
  const { db, clock, log, sink, retry } = outbox
  const { id, type, attempts } = delivery
  const now = clock.now()
  const isGivenUp = error instanceof Undeliverable || isTooOld(delivery, { now, maxMs: retry.giveUpAfterMs })
  const asked = error instanceof RetryLater ? Math.min(error.afterMs, retry.longestMs) : 0
  const pause = error instanceof Interrupted ? 0 : Math.max(pauseMs(retry, attempts), asked)
  // The message can contain the reply of a server that is not part of Latchkey, and is shown in terminals.
  const reason = messageOf(error)
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .slice(0, 500)
  const about = { sink, type }
  if (isGivenUp) log.error({ ...about, err: error, delivery_id: id, attempts }, 'delivery failed for good')
  else if (outageOf(error)) log.warn({ ...about, err: error }, 'delivery failed, will be retried')
  else warnOfDelay(log, { about, error, delivery })
  // A delivery that was replayed during this attempt stays due immediately (see `deliverOne`).
  await db.query`
    UPDATE outbox SET due_at = ${now + pause}, scheduled_at = ${now}, last_error = ${reason}, dead_at = ${isGivenUp ? now : null}
    WHERE id = ${id} AND attempts >= ${attempts}`
}

/**
 * Logs how many deliveries failed and not each of them, because each waiting delivery fails again and again while its receiver
 * is down.
 */
function warnOfDelay(
  log: Log,
  { about, error, delivery }: { about: { sink: string; type: string }; error: unknown; delivery: Delivery },
): void {
  warnOfFlood(log, {
    line: about,
    first: { err: error, delivery_id: delivery.id, attempts: delivery.attempts },
    message: 'delivery failed, will be retried',
    moreMessage: 'more deliveries failed, will be retried',
    countedAs: 'failed',
  })
}

function pauseMs({ firstMs, factor, longestMs, jitter }: RetryPolicy, attempts: number): number {
  const pause = Math.min(firstMs * factor ** Math.min(attempts - 1, 32), longestMs)
  return Math.round(pause * (1 - jitter * Math.random()))
}
