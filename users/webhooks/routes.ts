import { authorId, callerId } from '#contract/declaration/endpoint.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  listWebhooksEndpoint,
  replayWebhookDeliveryEndpoint,
  replayWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '#contract/integrations/webhooks.ts'
import { etagOf } from '#runtime/requests/etag.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import { toEpochMs } from '#runtime/requests/validation.ts'
import type { Users } from '../core/users.ts'
import { createWebhook, type ShownWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { requireWebhook } from './find-webhook.ts'
import { listDeliveries, toDeliveryResource } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { replayDelivery, replayFailed } from './replay-deliveries.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { sendTestEvent } from './send-test-event.ts'
import { updateWebhook } from './update-webhook.ts'
import { toWebhookResource, type Webhook } from './webhook.ts'

export const webhookRoutes = (users: Users) => {
  const resource = (webhook: Webhook) => toWebhookResource(webhook, users.clock.now())
  const tagged = (webhook: Webhook) => new Answer(resource(webhook), { etag: etagOf(webhook) })
  const shown = ({ webhook, secret }: ShownWebhook, headers = {}) =>
    new Answer({ ...resource(webhook), secret }, { etag: etagOf(webhook), ...headers })
  return [
    route(createWebhookEndpoint, async ({ body, caller, idempotencyKey }) => {
      const repeatable = toRepeatable(
        idempotencyKey,
        { scope: `createWebhook ${callerId(caller)}`, body },
        users.secrets.fingerprintKey,
      )
      const { url, event_types: eventTypes, description } = body
      const made = await createWebhook(users, { url, eventTypes, description, by: caller, repeatable })
      return shown(made, { location: `/api/v1/webhooks/${made.webhook.id}` })
    }),
    route(listWebhooksEndpoint, async ({ query }) => {
      const { webhooks, nextCursor } = await listWebhooks(users, query)
      return { data: webhooks.map(resource), next_cursor: nextCursor }
    }),
    route(getWebhookEndpoint, async ({ params }) => tagged(await requireWebhook(users.db, params.id))),
    route(updateWebhookEndpoint, async ({ params, body, caller, ifMatch }) => {
      const { event_types: eventTypes, enabled: isEnabled, ...rest } = body
      const patch = { ...rest, eventTypes, isEnabled }
      return tagged(await updateWebhook(users, { id: params.id, patch, by: caller, ifMatch }))
    }),
    route(deleteWebhookEndpoint, ({ params, caller, ifMatch }) =>
      deleteWebhook(users, { id: params.id, by: authorId(caller), ifMatch }),
    ),
    route(rotateWebhookSecretEndpoint, async ({ params, caller }) =>
      shown(await rotateWebhookSecret(users, { id: params.id, by: caller })),
    ),
    route(testWebhookEndpoint, async ({ params, caller }) => ({
      event_id: await sendTestEvent(users, { id: params.id, by: authorId(caller) }),
    })),
    route(listWebhookDeliveriesEndpoint, async ({ params, query }) => {
      const { deliveries, nextCursor } = await listDeliveries(users, { id: params.id, ...query })
      return { data: deliveries.map(toDeliveryResource), next_cursor: nextCursor }
    }),
    route(replayWebhookDeliveryEndpoint, ({ params, caller }) =>
      replayDelivery(users, { id: params.id, eventId: params.event_id, by: authorId(caller) }),
    ),
    route(replayWebhookEndpoint, async ({ params, body, caller }) => {
      const since = toEpochMs(body.since, '/since') ?? 0
      return { replayed: await replayFailed(users, { id: params.id, since, by: authorId(caller) }) }
    }),
  ]
}
