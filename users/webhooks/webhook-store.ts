import type { DisabledReason } from '#contract/integrations/webhooks.ts'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Webhook } from './webhook.ts'

interface WebhookRow {
  id: string
  url: string
  event_types: string
  description: string | null
  secret: string
  former_secret: string | null
  former_until: number | null
  disabled_reason: DisabledReason | null
  failing_since: number | null
  created_by: string | null
  created_at: number
  updated_at: number
  version: number
}

const webhookColumns = sql`
  id, url, event_types, description, secret, former_secret, former_until, disabled_reason, failing_since, created_by,
  created_at, updated_at, version`

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  eventTypes: row.event_types.trim().split(' '),
  description: row.description,
  secret: row.secret,
  formerSecret: row.former_secret,
  formerUntil: row.former_until,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** Joins event types for storage. Each is between spaces, so that a statement can search for one of them. */
export const eventTypesText = ([first, ...others]: string[]): string =>
  first === '*' ? '*' : ` ${[first, ...others].join(' ')} `

/**
 * Locks the set of webhooks until the end of the transaction, so that the limit on webhooks holds when
 * several are created at the same time.
 */
export async function lockWebhooks(tx: Sql): Promise<void> {
  await tx.query`UPDATE feeds SET position = position WHERE id = 'webhooks'`
}

export async function countWebhooks(tx: Sql): Promise<number> {
  const [row] = await tx.query<{
    total: number
  }>`SELECT COUNT(*) AS total FROM webhooks WHERE deleted_at IS NULL`
  return row?.total ?? 0
}

export async function insertWebhook(tx: Sql, webhook: Webhook): Promise<void> {
  await tx.query`
    INSERT INTO webhooks (id, url, event_types, description, secret, created_by, created_at, updated_at, version)
    VALUES (${webhook.id}, ${webhook.url}, ${eventTypesText(webhook.eventTypes)}, ${webhook.description},
      ${webhook.secret}, ${webhook.createdBy}, ${webhook.createdAt}, ${webhook.updatedAt}, ${webhook.version})`
}

export async function findWebhook(db: Sql, id: string): Promise<Webhook | undefined> {
  const [row] = await db.query<WebhookRow>`
    SELECT ${webhookColumns} FROM webhooks WHERE id = ${id} AND deleted_at IS NULL`
  return row && toWebhook(row)
}

/** Reads a webhook and locks it until the end of the transaction. */
export async function lockWebhook(tx: Sql, id: string): Promise<Webhook | undefined> {
  const [row] = await tx.query<WebhookRow>`
    UPDATE webhooks SET version = version WHERE id = ${id} AND deleted_at IS NULL
    RETURNING ${webhookColumns}`
  return row && toWebhook(row)
}

/** Reads one page of webhooks in order of `(created_at, id)`, by the index `webhooks_by_age`. */
export async function findWebhooksPage(db: Sql, after: Position, limit: number): Promise<Webhook[]> {
  const rows = await db.query<WebhookRow>`
    SELECT ${webhookColumns} FROM webhooks WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toWebhook)
}

/**
 * Finds enabled webhooks that were made since a time, by a user or with an API key that the user made, directly or by other keys.
 */
export async function findEnabledWebhooksBy(
  db: Sql,
  { madeBy, since }: { madeBy: string; since: number },
): Promise<{ id: string; url: string }[]> {
  return db.query<{ id: string; url: string }>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${madeBy}
      UNION SELECT api_keys.id FROM made JOIN api_keys ON api_keys.created_by = made.id)
    SELECT id, url FROM webhooks
    WHERE deleted_at IS NULL AND disabled_reason IS NULL AND created_at >= ${since}
      AND (created_by = ${madeBy} OR created_by IN (SELECT id FROM made))
    ORDER BY created_at DESC`
}

export async function replaceWebhook(tx: Sql, webhook: Webhook): Promise<void> {
  await tx.query`
    UPDATE webhooks SET url = ${webhook.url}, event_types = ${eventTypesText(webhook.eventTypes)},
      description = ${webhook.description}, secret = ${webhook.secret}, former_secret = ${webhook.formerSecret},
      former_until = ${webhook.formerUntil}, disabled_reason = ${webhook.disabledReason},
      failing_since = ${webhook.failingSince}, updated_at = ${webhook.updatedAt}, version = ${webhook.version}
    WHERE id = ${webhook.id}`
}

/**
 * Stores secrets that were encrypted with another master key, unless another node did so first or the secret was rotated since.
 */
export async function resealWebhook(
  db: Sql,
  before: Webhook,
  after: { secret: string; formerSecret: string | null },
): Promise<void> {
  await db.query`
    UPDATE webhooks SET secret = ${after.secret}, former_secret = ${after.formerSecret}
    WHERE id = ${before.id} AND secret = ${before.secret}`
}

/**
 * Records the time since which a webhook fails, or null when it works. It does nothing if the webhook was changed, or its health
 * recorded, since the attempt.
 */
export async function recordHealth(
  db: Sql,
  { id, version, failingSince: before }: Webhook,
  failingSince: number | null,
): Promise<void> {
  await db.query`
    UPDATE webhooks SET failing_since = ${failingSince}
    WHERE id = ${id} AND version = ${version} AND failing_since IS NOT DISTINCT FROM ${before}`
}

export async function markDeleted(tx: Sql, id: string, at: number): Promise<void> {
  await tx.query`UPDATE webhooks SET deleted_at = ${at} WHERE id = ${id} AND deleted_at IS NULL`
}

/**
 * The time for which the row of a deleted webhook is kept. Events that got their positions during the deletion may still be
 * queued for it.
 */
const keptDeletedMs = 60 * 60 * 1000

/**
 * Removes deleted webhooks. This sweep runs after the one that removes their deliveries, so that a webhook has none left by then.
 */
export async function removeDeletedWebhooks(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await db.query`
    DELETE FROM webhooks WHERE id IN (
      SELECT id FROM webhooks WHERE deleted_at <= ${now - keptDeletedMs} LIMIT ${limit})
    RETURNING id`
  return removed.length
}

export async function countDeletedWebhooks(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM webhooks WHERE deleted_at <= ${now - keptDeletedMs} LIMIT ${atMost}) AS expired`
  return row?.total ?? 0
}
