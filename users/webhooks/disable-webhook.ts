import type { DisabledReason } from '#contract/webhooks.ts'
import type { Sql } from '#runtime/database.ts'
import { recordEvent } from '#runtime/event-log.ts'
import type { Users } from '../users.ts'
import type { Webhook } from './webhook.ts'
import { lockWebhook, replaceWebhook } from './webhook-store.ts'

/** For what its server did; on request it is a change like any other. May be repeated. */
export async function disableWebhook(
  users: Users,
  input: { id: string; reason: DisabledReason },
): Promise<void> {
  const { id, reason } = input
  const at = users.clock.now()
  const isFirst = await users.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id)
    if (!webhook || webhook.disabledReason !== null) return false
    const disabled = { ...webhook, disabledReason: reason, updatedAt: at, version: webhook.version + 1 }
    await replaceWebhook(tx, disabled)
    await recordDisabled(tx, disabled, reason)
    return true
  })
  if (isFirst) users.log.warn({ event: 'webhook.disabled', webhook_id: id, reason }, 'a webhook was disabled')
}

export const recordDisabled = (tx: Sql, webhook: Webhook, reason: DisabledReason): Promise<void> =>
  recordEvent(tx, {
    type: 'webhook.disabled',
    subject: null,
    data: { webhook_id: webhook.id, url: webhook.url, reason },
    at: webhook.updatedAt,
  })
