import { Failure } from '#contract/failures.ts'
import type { Users } from '../core/users.ts'
import { findDelivery, findFailed, queueEvent } from './delivery-store.ts'
import { requireEnabled } from './find-webhook.ts'

/** Replays a delivery, also one that succeeded. A waiting one is tried at once. */
export async function replayDelivery(users: Users, input: { id: string; eventId: string }): Promise<void> {
  await users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, input.id)
    const delivery = await findDelivery(tx, webhookId, input.eventId.toLowerCase())
    if (!delivery) throw new Failure('delivery_not_found')
    await queueEvent(tx, { webhookId, eventId: delivery.eventId, now: users.clock.now() })
  })
}

const batchSize = 500

/** Replays up to 500 deliveries that failed since a time, oldest first, and returns how many. */
export function replayFailed(users: Users, input: { id: string; since: number }): Promise<number> {
  return users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, input.id)
    const failed = await findFailed(tx, { webhookId, since: input.since, limit: batchSize })
    for (const eventId of failed) await queueEvent(tx, { webhookId, eventId, now: users.clock.now() })
    return failed.length
  })
}
