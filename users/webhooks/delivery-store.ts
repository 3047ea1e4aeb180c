import type { DeliveryState } from '#contract/integrations/webhooks.ts'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { maxClockSkewMs } from '#runtime/database/lease.ts'
import { sql } from '#runtime/database/sql.ts'
import { outboxColumns, type Sink, sink } from '#runtime/events/outbox.ts'

/** The state of sending one event to one webhook. */
export interface WebhookDelivery {
  eventId: string
  type: string
  state: DeliveryState
  attempts: number
  lastStatus: number | null
  lastError: string | null
  createdAt: number
  lastAttemptAt: number | null
  nextAttemptAt: number | null
}

interface DeliveryRow {
  event_id: string
  type: string
  state: DeliveryState
  attempts: number
  last_status: number | null
  last_error: string | null
  created_at: number
  last_attempt_at: number | null
  due_at: number | null
}

const deliveryColumns = sql`
  event_id, webhook_deliveries.type, state, webhook_deliveries.attempts, last_status, webhook_deliveries.last_error,
  webhook_deliveries.created_at, last_attempt_at, due_at`
const deliveriesWithOutbox = sql`webhook_deliveries LEFT JOIN outbox ON outbox.id = webhook_id || '/' || event_id`

/** The columns that a new delivery has values for. */
const newDeliveryColumns = sql`webhook_id, event_id, type, state, attempts, created_at`

/** The condition of an enabled webhook. */
const isEnabled = sql`disabled_reason IS NULL AND deleted_at IS NULL`

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  eventId: row.event_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at,
  lastAttemptAt: row.last_attempt_at,
  nextAttemptAt: row.due_at,
})

/**
 * Returns the name of the outbox sink (queue) of a webhook. Its payloads are ids of events. Some SQL statements in this file
 * build the same name.
 */
export const sinkOf = (webhookId: string): Sink<string> => sink(`webhook:${webhookId}`)

export async function isAnyEnabled(db: Sql): Promise<boolean> {
  const found = await db.query`
    SELECT id FROM webhooks WHERE ${isEnabled} LIMIT 1`
  return found.length > 0
}

/**
 * Queues the events at these positions for every webhook that has selected their types. In the outbox they
 * keep their positions, so that a replayed event is sent before later ones.
 */
export async function queueEvents(
  tx: Sql,
  { first, last, now }: { first: number; last: number; now: number },
): Promise<void> {
  await tx.query`
    INSERT INTO webhook_deliveries (${newDeliveryColumns})
    SELECT webhooks.id, events.id, events.type, 'waiting', 0, ${now}
    FROM events JOIN webhooks ON event_types = '*' OR event_types LIKE '% ' || events.type || ' %'
    WHERE events.position BETWEEN ${first} AND ${last} AND events.type <> 'webhook.test'
      AND ${isEnabled}
    ON CONFLICT (webhook_id, event_id) DO NOTHING`
  // The events are queued from the rows that the statement above inserted: on PostgreSQL a second query of the webhooks could
  // find other webhooks. `created_at` finds these rows by their index.
  await tx.query`
    INSERT INTO outbox (${outboxColumns})
    SELECT webhook_id || '/' || events.id, 'webhook:' || webhook_id, events.type, COALESCE(events.subject, events.id),
      events.position, '"' || events.id || '"', ${now}, ${now}, 0, ${now}
    FROM webhook_deliveries JOIN events ON events.id = event_id
    WHERE created_at = ${now} AND events.position BETWEEN ${first} AND ${last}
    ON CONFLICT (id) DO NOTHING`
}

/** Queues one event for one webhook, whatever types the webhook has selected. */
export async function queueEvent(
  tx: Sql,
  { webhookId, eventId, now }: { webhookId: string; eventId: string; now: number },
): Promise<void> {
  await tx.query`
    INSERT INTO webhook_deliveries (${newDeliveryColumns})
    SELECT ${webhookId}, id, type, 'waiting', 0, ${now} FROM events WHERE id = ${eventId}
    ON CONFLICT (webhook_id, event_id) DO UPDATE SET state = 'waiting'`
  await tx.query`
    INSERT INTO outbox (${outboxColumns})
    SELECT ${`${webhookId}/${eventId}`}, ${sinkOf(webhookId)}, type, COALESCE(subject, id), position, '"' || id || '"',
      ${now}, ${now}, 0, ${now}
    FROM events WHERE id = ${eventId}
    ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, scheduled_at = excluded.scheduled_at,
      created_at = excluded.created_at, attempts = 0`
}

/** Finds the enabled webhooks with a delivery that is due, or that a clock which was ahead has put off. */
export async function findDueWebhooks(db: Sql, now: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    SELECT id FROM webhooks
    WHERE ${isEnabled} AND EXISTS (
      SELECT 1 FROM outbox AS due
      WHERE due.sink = 'webhook:' || webhooks.id AND due.due_at <= ${now} AND due.dead_at IS NULL)
    UNION ALL
    SELECT id FROM webhooks
    WHERE ${isEnabled} AND EXISTS (
      SELECT 1 FROM outbox AS put_off
      WHERE put_off.sink = 'webhook:' || webhooks.id AND put_off.scheduled_at > ${now + maxClockSkewMs}
        AND put_off.dead_at IS NULL)`
  return [...new Set(rows.map(({ id }) => id))]
}

export async function recordAttempt(
  db: Sql,
  {
    webhookId,
    eventId,
    ...attempt
  }: {
    webhookId: string
    eventId: string
    state: DeliveryState
    status: number | null
    error: string | null
    at: number
  },
): Promise<void> {
  await db.query`
    UPDATE webhook_deliveries SET state = ${attempt.state}, attempts = attempts + 1, last_status = ${attempt.status},
      last_error = ${attempt.error}, last_attempt_at = ${attempt.at}
    WHERE webhook_id = ${webhookId} AND event_id = ${eventId}`
}

export async function findDelivery(
  db: Sql,
  webhookId: string,
  eventId: string,
): Promise<WebhookDelivery | undefined> {
  const [row] = await db.query<DeliveryRow>`
    SELECT ${deliveryColumns} FROM ${deliveriesWithOutbox} WHERE webhook_id = ${webhookId} AND event_id = ${eventId}`
  return row && toDelivery(row)
}

interface PageOf {
  webhookId: string
  /** The state to filter by. Without it deliveries of all states are found. */
  state: DeliveryState | undefined
  before: Position
  limit: number
}

/** Finds one page of deliveries, newest first. */
export async function findDeliveriesPage(
  db: Sql,
  { webhookId, state, before, limit }: PageOf,
): Promise<WebhookDelivery[]> {
  const rows = state
    ? await db.query<DeliveryRow>`
        SELECT ${deliveryColumns} FROM ${deliveriesWithOutbox} WHERE webhook_id = ${webhookId} AND state = ${state}
          AND (webhook_deliveries.created_at, event_id) < (${before.createdAt}, ${before.id})
        ORDER BY webhook_deliveries.created_at DESC, event_id DESC LIMIT ${limit}`
    : await db.query<DeliveryRow>`
        SELECT ${deliveryColumns} FROM ${deliveriesWithOutbox} WHERE webhook_id = ${webhookId}
          AND (webhook_deliveries.created_at, event_id) < (${before.createdAt}, ${before.id})
        ORDER BY webhook_deliveries.created_at DESC, event_id DESC LIMIT ${limit}`
  return rows.map(toDelivery)
}

/**
 * Finds failed deliveries, oldest first. Deliveries whose event has been removed are left out, because
 * nothing could be sent.
 */
export async function findFailed(
  tx: Sql,
  { webhookId, since, limit }: { webhookId: string; since: number; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ event_id: string }>`
    SELECT event_id FROM webhook_deliveries JOIN events ON events.id = event_id
    WHERE webhook_id = ${webhookId} AND state = 'failed' AND created_at >= ${since}
    ORDER BY created_at, event_id LIMIT ${limit}`
  return rows.map((row) => row.event_id)
}

/** The retention of deliveries. It is shorter than that of events, so that every delivery in the list can be replayed. */
const keptMs = 14 * 24 * 60 * 60 * 1000

/** Removes expired deliveries, and all deliveries of deleted webhooks. */
export async function removeExpiredDeliveries(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await removeOld(db, now, limit)
  return removed + (await removeOrphans(db, limit - removed))
}

export const countExpiredDeliveries = async (db: Sql, now: number, atMost: number): Promise<number> =>
  Math.min(atMost, (await countOld(db, now, atMost)) + (await countOrphans(db, atMost)))

/**
 * Removes expired deliveries. Deliveries of a webhook that was disabled for all that time are still waiting,
 * so their rows in the outbox are removed too.
 */
async function removeOld(db: Sql, now: number, limit: number): Promise<number> {
  const over = await db.query<{ webhook_id: string; event_id: string; state: DeliveryState }>`
    SELECT webhook_id, event_id, state FROM webhook_deliveries
    WHERE created_at <= ${now - keptMs} ORDER BY created_at, webhook_id, event_id LIMIT ${limit}`
  await removeWaiting(db, over)
  const removed = await db.query`
    DELETE FROM webhook_deliveries WHERE created_at <= ${now - keptMs} AND (webhook_id, event_id) IN (
      SELECT webhook_id, event_id FROM webhook_deliveries
      WHERE created_at <= ${now - keptMs} ORDER BY created_at, webhook_id, event_id LIMIT ${limit})
    RETURNING event_id`
  return removed.length
}

/** Removes the outbox rows of waiting deliveries. There are few, because other deliveries have left the outbox. */
async function removeWaiting(
  db: Sql,
  deliveries: { webhook_id: string; event_id: string; state: DeliveryState }[],
): Promise<void> {
  for (const { webhook_id, event_id, state } of deliveries) {
    if (state === 'waiting') await db.query`DELETE FROM outbox WHERE id = ${`${webhook_id}/${event_id}`}`
  }
}

async function countOld(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM webhook_deliveries WHERE created_at <= ${now - keptMs} LIMIT ${atMost}) AS expired`
  return row?.total ?? 0
}

const findDeleted = (db: Sql): Promise<{ id: string }[]> =>
  db.query`SELECT id FROM webhooks WHERE deleted_at IS NOT NULL`

async function removeOrphans(db: Sql, limit: number): Promise<number> {
  let removed = 0
  for (const { id } of await findDeleted(db)) {
    const orphans = await db.query<{ webhook_id: string; event_id: string; state: DeliveryState }>`
      SELECT webhook_id, event_id, state FROM webhook_deliveries
      WHERE webhook_id = ${id} ORDER BY event_id LIMIT ${limit - removed}`
    await removeWaiting(db, orphans)
    await db.query`
      DELETE FROM webhook_deliveries WHERE webhook_id = ${id} AND event_id <= ${orphans.at(-1)?.event_id ?? ''}`
    removed += orphans.length
  }
  return removed
}

async function countOrphans(db: Sql, atMost: number): Promise<number> {
  let total = 0
  for (const { id } of await findDeleted(db)) {
    const [row] = await db.query<{ total: number }>`
      SELECT COUNT(*) AS total FROM (
        SELECT 1 FROM webhook_deliveries WHERE webhook_id = ${id} ORDER BY event_id LIMIT ${atMost - total}) AS expired`
    total += row?.total ?? 0
  }
  return total
}
