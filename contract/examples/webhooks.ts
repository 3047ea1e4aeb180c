import type { WebhookResource, webhookEndpoints } from '../integrations/webhooks.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

const id = '01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3b'
const eventId = '01a1f4d3-52c8-7a1d-b6e4-90f3d71c8a25'
const secret = 'whsec_YSB3ZWJob29rIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU='

const webhook: WebhookResource = {
  id,
  url: 'https://app.example.com/latchkey',
  event_types: ['user.created', 'user.deleted'],
  description: 'The mailing list',
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  former_secret_until: null,
  created_by: ids.admin,
  created_at: '2026-11-21T11:00:00.000Z',
  updated_at: '2026-11-21T11:00:00.000Z',
}

/** An example for each endpoint of webhooks. */
export const webhookExamples = {
  createWebhook: {
    body: {
      url: 'https://app.example.com/latchkey',
      event_types: ['user.created', 'user.deleted'],
      description: 'The mailing list',
    },
    reply: { ...webhook, secret },
  },
  listWebhooks: { reply: { data: [webhook], next_cursor: null } },
  getWebhook: { params: { id }, reply: webhook },
  updateWebhook: {
    params: { id },
    body: { description: 'The mailing list and the CRM' },
    reply: {
      ...webhook,
      description: 'The mailing list and the CRM',
      updated_at: '2026-11-21T11:10:00.000Z',
    },
  },
  deleteWebhook: { params: { id } },
  rotateWebhookSecret: {
    params: { id },
    reply: {
      ...webhook,
      description: 'The mailing list and the CRM',
      former_secret_until: '2026-11-22T11:20:00.000Z',
      updated_at: '2026-11-21T11:20:00.000Z',
      secret: 'whsec_dGhlIHNlY3JldCBhZnRlciB0aGUgcm90YXRpb24hISE=',
    },
  },
  testWebhook: { params: { id }, reply: { event_id: eventId } },
  listWebhookDeliveries: {
    params: { id },
    query: { state: 'delivered' },
    reply: {
      data: [
        {
          event_id: eventId,
          type: 'webhook.test',
          state: 'delivered',
          attempts: 1,
          last_status: 204,
          last_error: null,
          created_at: '2026-11-21T11:30:00.000Z',
          last_attempt_at: '2026-11-21T11:30:00.120Z',
          next_attempt_at: null,
        },
      ],
      next_cursor: null,
    },
  },
  replayWebhookDelivery: { params: { id, event_id: eventId } },
  replayWebhook: { params: { id }, body: { since: '2026-11-20T00:00:00.000Z' }, reply: { replayed: 0 } },
} satisfies ExamplesOf<typeof webhookEndpoints>
