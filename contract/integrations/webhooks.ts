import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, Id, MadeBy, NextCursor, Time } from '../declaration/fields.ts'
import { Location } from '../declaration/reply-headers.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { eventTypes } from '../events/event-types.ts'

export const WebhookUrl = string({
  minLength: 1,
  maxLength: 2_000,
  // The URL must be printable ASCII, because terminals show it and a URL parser would silently drop control characters.
  pattern: '^[\\u0021-\\u007e]+$',
  inWords: 'must have only printable ASCII characters, and no spaces',
  description:
    'An https URL in printable ASCII (international hosts as A-labels, everything else percent-encoded). Its host must resolve to public IP addresses only, now and at each delivery, unless `LATCHKEY_WEBHOOK_PRIVATE_TARGETS` is `allow`.',
  examples: ['https://example.com/latchkey'],
})

export const EventTypes = array(oneOf(['*', ...eventTypes]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The event types to send. `*` means all, including types added by later versions.',
})

export const Description = nullable(
  string({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    inWords: 'must be one line without control characters',
    description: 'What the webhook is used for.',
  }),
)

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const disabledReasons = ['requested', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const fields = {
  id: Id,
  url: WebhookUrl,
  event_types: EventTypes,
  description: Description,
  enabled: boolean({
    description: 'A disabled webhook gets no new deliveries; those already queued keep waiting.',
  }),
  disabled_reason: nullable(
    oneOf(disabledReasons, {
      description: '`gone`: it responded with 410. `failing`: no delivery succeeded for three days.',
    }),
  ),
  failing_since: nullable(
    string({
      format: 'date-time',
      description: 'Since when deliveries fail. Null if the last one succeeded.',
    }),
  ),
  former_secret_until: nullable(
    string({
      format: 'date-time',
      description: 'Until then, deliveries are also signed with the previous secret.',
    }),
  ),
  created_by: MadeBy,
  created_at: Time,
  updated_at: Time,
}

export const Webhook = object(fields, { title: 'Webhook' })
export type WebhookResource = Static<typeof Webhook>

const withSecret = object(
  {
    ...fields,
    secret: string({ description: 'The secret that signs deliveries: `whsec_` and 32 bytes in base64.' }),
  },
  { title: 'WebhookWithSecret' },
)

export const WebhookDelivery = object(
  {
    event_id: Id,
    type: string({ description: 'The type of the event.' }),
    state: oneOf(deliveryStates, { description: '`failed`: it is no longer retried.' }),
    attempts: integer({ minimum: 0 }),
    last_status: nullable(integer({ description: 'The last HTTP status. Null without a response.' })),
    last_error: nullable(string({ description: 'Why the last attempt failed.' })),
    created_at: Time,
    last_attempt_at: nullable(Time),
    next_attempt_at: nullable(Time),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDeliveryResource = Static<typeof WebhookDelivery>

const id = string({ maxLength: 100, description: 'The id of the webhook.' })
const limit = optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' }))

export const createWebhookEndpoint = endpoint({
  name: 'createWebhook',
  method: 'POST',
  paths: ['/api/v1/webhooks'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Create a webhook',
  description:
    "Sends events to your URL, signed with a secret. The secret is shown only in this response and in that of a rotation. A retry with the same `Idempotency-Key` creates no second webhook and can't show the secret again: it gets `webhook_secret_shown_before` with the webhook in `Location`. Events other than `webhook.*` also need `events:read`. Callers with an access token need a sign-in from the last five minutes.",
  body: object(
    {
      url: WebhookUrl,
      event_types: optional(EventTypes),
      description: optional(Description),
    },
    { title: 'NewWebhook' },
  ),
  success: 201,
  reply: withSecret,
  failures: ['webhook_secret_shown_before', 'too_many_webhooks', 'reauthentication_required'],
  headers: { Location },
  idempotent: true,
  etag: true,
})

export const listWebhooksEndpoint = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  paths: ['/api/v1/webhooks'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'List webhooks, oldest first',
  query: object({ limit, cursor: optional(Cursor) }),
  success: 200,
  reply: object({ data: array(Webhook), next_cursor: NextCursor }, { title: 'WebhookList' }),
  failures: [],
})

export const getWebhookEndpoint = endpoint({
  name: 'getWebhook',
  method: 'GET',
  paths: ['/api/v1/webhooks/{id}'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Get a webhook',
  params: object({ id }),
  success: 200,
  reply: Webhook,
  failures: ['webhook_not_found'],
  etag: true,
})

export const updateWebhookEndpoint = endpoint({
  name: 'updateWebhook',
  method: 'PATCH',
  paths: ['/api/v1/webhooks/{id}'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Update, disable or enable a webhook',
  description:
    'A JSON merge patch (RFC 7396). To change the URL or the events, or to enable a disabled webhook, you also need `events:read` (unless all events are `webhook.*`) and, as a user, a sign-in from the last five minutes.',
  params: object({ id }),
  body: object(
    {
      url: optional(WebhookUrl),
      event_types: optional(EventTypes),
      description: optional(Description),
      enabled: optional(boolean()),
    },
    { title: 'WebhookPatch' },
  ),
  success: 200,
  reply: Webhook,
  failures: ['webhook_not_found', 'reauthentication_required'],
  etag: true,
})

export const deleteWebhookEndpoint = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  paths: ['/api/v1/webhooks/{id}'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Delete a webhook and its queued deliveries',
  params: object({ id }),
  success: 204,
  failures: ['webhook_not_found'],
  etag: true,
})

export const rotateWebhookSecretEndpoint = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  paths: ['/api/v1/webhooks/{id}/rotate-secret'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Rotate the secret of a webhook',
  description:
    'Returns a new secret. The previous one also signs deliveries for 24 hours; one that still signs from an earlier rotation stops immediately. Callers with an access token need a sign-in from the last five minutes.',
  params: object({ id }),
  success: 200,
  reply: withSecret,
  failures: ['webhook_not_found', 'reauthentication_required'],
  etag: true,
})

export const testWebhookEndpoint = endpoint({
  name: 'testWebhook',
  method: 'POST',
  paths: ['/api/v1/webhooks/{id}/test'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Send a `webhook.test` event to a webhook',
  description: 'Sends the event like any other; the list of deliveries shows the result.',
  params: object({ id }),
  success: 200,
  reply: object({ event_id: Id }, { title: 'TestEvent' }),
  failures: ['webhook_not_found', 'webhook_disabled'],
})

export const listWebhookDeliveriesEndpoint = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  paths: ['/api/v1/webhooks/{id}/deliveries'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'List the deliveries of a webhook, newest first',
  params: object({ id }),
  query: object({ limit, cursor: optional(Cursor), state: optional(oneOf(deliveryStates)) }),
  success: 200,
  reply: object({ data: array(WebhookDelivery), next_cursor: NextCursor }, { title: 'WebhookDeliveryList' }),
  failures: ['webhook_not_found'],
})

export const replayWebhookDeliveryEndpoint = endpoint({
  name: 'replayWebhookDelivery',
  method: 'POST',
  paths: ['/api/v1/webhooks/{id}/deliveries/{event_id}/replay'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Resend an event to a webhook, or send a queued one now',
  params: object({ id, event_id: string({ maxLength: 100, description: 'The id of the event.' }) }),
  success: 204,
  failures: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
})

export const replayWebhookEndpoint = endpoint({
  name: 'replayWebhook',
  method: 'POST',
  paths: ['/api/v1/webhooks/{id}/replay'],
  access: 'webhooks:write',
  tag: 'webhooks',
  summary: 'Resend failed deliveries',
  description: 'Resends up to 500 deliveries, oldest first. Repeat the request until `replayed` is 0.',
  params: object({ id }),
  body: object(
    { since: string({ format: 'date-time', description: 'Skips older events.' }) },
    { title: 'ReplayRequest' },
  ),
  success: 200,
  reply: object({ replayed: integer({ minimum: 0 }) }, { title: 'Replayed' }),
  failures: ['webhook_not_found', 'webhook_disabled'],
})

export const webhookEndpoints = [
  createWebhookEndpoint,
  listWebhooksEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  testWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  replayWebhookDeliveryEndpoint,
  replayWebhookEndpoint,
]
