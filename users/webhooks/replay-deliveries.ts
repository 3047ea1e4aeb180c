import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import type { Users } from '../core/users.ts'
import { findDelivery, findFailed, queueEvent, sinkOf } from './delivery-store.ts'
import { requireEnabled } from './find-webhook.ts'

/** Replays a delivery, even one that succeeded. A waiting delivery is attempted immediately. */
export async function replayDelivery(
  users: Users,
  input: { id: string; eventId: string; by: string | null },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, input.id)
    const delivery = await findDelivery(tx, webhookId, input.eventId.toLowerCase())
    if (!delivery) throw new Failure('delivery_not_found')
    const { eventId } = delivery
    const now = users.clock.now()
    await queueEvent(tx, { webhookId, eventId, now })
    const data = { sink: sinkOf(webhookId), delivery_id: eventId, replayed: 1, by: input.by }
    await record(tx, { type: 'delivery.replayed', subject: null, data, at: now })
  })
}

const batchSize = 500

/** Replays up to 500 deliveries that failed since a time, oldest first, and returns how many. `by` is null on the command line. */
export function replayFailed(
  users: Users,
  { id, since, by }: { id: string; since: number; by: string | null },
): Promise<number> {
  return users.db.transaction(async (tx) => {
    const { id: webhookId } = await requireEnabled(tx, id)
    const now = users.clock.now()
    const failed = await findFailed(tx, { webhookId, since, limit: batchSize })
    for (const eventId of failed) await queueEvent(tx, { webhookId, eventId, now })
    const data = { sink: sinkOf(webhookId), delivery_id: null, replayed: failed.length, by }
    if (failed.length > 0) await record(tx, { type: 'delivery.replayed', subject: null, data, at: now })
    return failed.length
  })
}
