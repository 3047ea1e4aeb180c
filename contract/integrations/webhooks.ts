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
    'An https URL in printable ASCII (a host in its A-label form, all else percent-encoded). Its host must have public addresses only, today and whenever something is sent.',
  examples: ['https://example.com/latchkey'],
})

export const EventTypes = array(oneOf(['*', ...eventTypes]), {
  minItems: 1,
  uniqueItems: true,
  description: 'What is sent to it; `*` is everything, also types that a later version adds.',
})

export const Description = nullable(
  string({
    minLength: 1,
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    inWords: 'must be one line without control characters',
    description: 'What it is for.',
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
    description: 'Nothing is queued for one that is disabled; what waits goes on waiting.',
  }),
  disabled_reason: nullable(
    oneOf(disabledReasons, {
      description: '`gone`: it answered 410. `failing`: nothing arrived for three days.',
    }),
  ),
  failing_since: nullable(
    string({
      format: 'date-time',
      description: 'Since when nothing has arrived; null when the last one did.',
    }),
  ),
  former_secret_until: nullable(
    string({ format: 'date-time', description: 'Until then the secret before this one signs too.' }),
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
    secret: string({ description: '`whsec_` and 32 bytes in base64: what deliveries are signed with.' }),
  },
  { title: 'WebhookWithSecret' },
)

export const WebhookDelivery = object(
  {
    event_id: Id,
    type: string({ description: 'Of the event.' }),
    state: oneOf(deliveryStates, { description: '`failed`: it is tried no more.' }),
    attempts: integer({ minimum: 0 }),
    last_status: nullable(integer({ description: 'What it answered last; null when there was no answer.' })),
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
  summary: 'Have events sent to a URL',
  description:
    'A user must have logged in within the last five minutes. Events other than `webhook.*` need `events:read` too. The secret is in this reply and in that of a rotation, and nowhere else. A repetition with the same `Idempotency-Key` makes no second webhook and cannot show the secret again: it answers `webhook_secret_shown_before`, with the webhook in `Location`.',
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
  summary: 'Look a webhook up',
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
  summary: 'Change, disable or enable a webhook',
  description:
    'A JSON merge patch (RFC 7396). Another URL, other events and `enabled` after it was disabled need `events:read` too, unless all events are `webhook.*`, and of a user a login within the last five minutes.',
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
  summary: 'Delete a webhook, with what waits for it',
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
  summary: 'Give a webhook another secret',
  description:
    'A user must have logged in within the last five minutes. For 24 hours the one before signs too. One that was still signing from an earlier rotation stops at once.',
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
  description: 'It is sent like any other event; how that went is in the list of deliveries.',
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
  summary: 'What was sent to a webhook in the last 14 days, and what waits; newest first',
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
  summary: 'Send an event to a webhook again, or at once if it waits',
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
  summary: 'Send again what has failed',
  description: 'Oldest first, at most 500 in one call: repeat it until `replayed` is 0.',
  params: object({ id }),
  body: object(
    { since: string({ format: 'date-time', description: 'Events that are older are left out.' }) },
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
