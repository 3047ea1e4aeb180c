import type { DeliveryState, WebhookDeliveryResource } from '#contract/integrations/webhooks.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { decodeCursor, defaultPageRows, encodeCursor, newest, pageOf } from '#runtime/database/cursor.ts'
import type { Users } from '../core/users.ts'
import { findDeliveriesPage, type WebhookDelivery } from './delivery-store.ts'
import { requireWebhook } from './find-webhook.ts'

export interface DeliveryPage {
  deliveries: WebhookDelivery[]
  nextCursor: string | null
}

/** Lists the deliveries of a webhook, newest first. */
export async function listDeliveries(
  users: Users,
  input: {
    id: string
    state?: DeliveryState | undefined
    limit?: number | undefined
    cursor?: string | undefined
  },
): Promise<DeliveryPage> {
  const { id: webhookId } = await requireWebhook(users.db, input.id)
  const limit = input.limit ?? defaultPageRows
  const before = input.cursor === undefined ? newest : decodeCursor(input.cursor)
  const found = await findDeliveriesPage(users.db, {
    webhookId,
    state: input.state,
    before,
    limit: limit + 1,
  })
  const { page, nextCursor } = pageOf(found, limit, ({ createdAt, eventId: id }) =>
    encodeCursor({ createdAt, id }),
  )
  return { deliveries: page, nextCursor }
}

export const toDeliveryResource = (delivery: WebhookDelivery): WebhookDeliveryResource => ({
  event_id: delivery.eventId,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: toRfc3339(delivery.createdAt),
  last_attempt_at: delivery.lastAttemptAt === null ? null : toRfc3339(delivery.lastAttemptAt),
  next_attempt_at:
    delivery.state !== 'waiting' || delivery.nextAttemptAt === null
      ? null
      : toRfc3339(delivery.nextAttemptAt),
})
