import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database.ts'
import type { Users } from '../users.ts'
import { findDelivery, findFailed, queueEvent } from './delivery-store.ts'
import { requireLocked } from './find-webhook.ts'
import type { Webhook } from './webhook.ts'

/** Also one that was delivered; one that waits is tried at once. */
export async function replayDelivery(users: Users, input: { id: string; eventId: string }): Promise<void> {
  await users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, input.id)
    const delivery = await findDelivery(tx, webhookId, input.eventId.toLowerCase())
    if (!delivery) throw new Failure('delivery_not_found')
    await queueEvent(tx, { webhookId, eventId: delivery.eventId, now: users.clock.now() })
  })
}

const mostAtOnce = 500

/** What has failed since then, oldest first, and how many of them. */
export function replayFailed(users: Users, input: { id: string; since: number }): Promise<number> {
  return users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, input.id)
    const failed = await findFailed(tx, { webhookId, since: input.since, limit: mostAtOnce })
    for (const eventId of failed) await queueEvent(tx, { webhookId, eventId, now: users.clock.now() })
    return failed.length
  })
}

async function requireEnabled(tx: Sql, id: string): Promise<Webhook> {
  const webhook = await requireLocked(tx, id)
  if (webhook.disabledReason !== null) throw new Failure('webhook_disabled')
  return webhook
}
