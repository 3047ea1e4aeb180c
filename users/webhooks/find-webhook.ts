import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, lockWebhook } from './webhook-store.ts'

/**
 * Reads a webhook.
 * @throws {Failure} `webhook_not_found`
 */
export const requireWebhook = async (db: Sql, id: string): Promise<Webhook> =>
  found(await findWebhook(db, idOf(id)))

/**
 * Reads a webhook and locks it until the end of the transaction.
 * @throws {Failure} `webhook_not_found`
 */
export const requireLocked = async (tx: Sql, id: string): Promise<Webhook> =>
  found(await lockWebhook(tx, idOf(id)))

/**
 * Reads an enabled webhook and locks it until the end of the transaction.
 * @throws {Failure} `webhook_not_found`, `webhook_disabled`
 */
export async function requireEnabled(tx: Sql, id: string): Promise<Webhook> {
  const webhook = await requireLocked(tx, id)
  if (webhook.disabledReason !== null) throw new Failure('webhook_disabled')
  return webhook
}

function idOf(id: string): string {
  if (!isUuid(id)) throw new Failure('webhook_not_found')
  return id.toLowerCase()
}

function found(webhook: Webhook | undefined): Webhook {
  if (!webhook) throw new Failure('webhook_not_found')
  return webhook
}
