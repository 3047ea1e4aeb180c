import assert from 'node:assert/strict'
import { callers } from '#tests/support/callers.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import type { Feature } from './feature.ts'

const admin = '01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'
const apiKey = '01a1ffe1-9dce-7f16-8753-db00b35eb86d'
const webhook = '01a1f4d3-3e10-7f60-a4d7-0c2b9e815f3b'

export const feature: Feature = {
  events: {
    'webhook.created': {
      webhook_id: webhook,
      url: 'https://shop.example/hooks',
      event_types: ['user.created'],
      by: admin,
    },
    'webhook.updated': {
      webhook_id: webhook,
      url: 'https://shop.example/hooks',
      event_types: ['*'],
      changed: ['event_types'],
      by: apiKey,
    },
    'webhook.deleted': { webhook_id: webhook, url: 'https://shop.example/hooks', by: admin },
    'webhook.disabled': { webhook_id: webhook, url: 'https://shop.example/hooks', reason: 'failing' },
    'webhook.test': { webhook_id: webhook },
  },
  opens: {
    'webhooks:write': [
      'createWebhook',
      'listWebhooks',
      'getWebhook',
      'updateWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
      'testWebhook',
      'listWebhookDeliveries',
      'replayWebhookDelivery',
      'replayWebhook',
    ],
  },
  leftBehind: { webhook_deliveries: 'What this installation sends, and has sent, to webhooks.' },
  fill: {
    // The table must have rows: the planner of PostgreSQL assumes ten pages for an empty `webhooks`, and may then read the
    // whole outbox for a join.
    users: (id) =>
      `INSERT INTO webhooks (id, url, event_types, secret, disabled_reason, created_at, updated_at, version)
         SELECT 'filled-' || n, 'http://127.0.0.1:9', '*', '', 'paused', n, n, 1 FROM generate_series(1, 50) AS n;
       INSERT INTO webhook_deliveries SELECT 'webhook-' || n % 50, ${id}, 'user.created', CASE WHEN n % 9 = 0 THEN 'failed' ELSE 'delivered' END, 1, 200, NULL, 2000000000000 + n, n FROM generate_series(1, 20000) AS n`,
  },
  stored: {
    webhooks: [{ by: ['admin'], row: 'webhooks' }],
    webhook_deliveries: [{ by: callers, row: 'events and pending deliveries' }],
  },
  drivenBy: {
    'all admins and API keys | webhooks': [
      [
        'tests/journeys/events/webhooks.test.ts',
        'webhooks are made, found, listed, changed and deleted, 50 at most',
      ],
    ],
  },
  use: sendEvents,
}

/** Creates webhooks and has events sent to them, at a port where no server listens. */
async function sendEvents(system: System, { token }: { token: string }): Promise<void> {
  const url = `${system.usersUrl}/api/v1/webhooks`
  const headers = { 'idempotency-key': 'one' }
  const target = { url: 'http://127.0.0.1:9' }
  const { id } = (await system.send('POST', url, { token, body: target, headers })).body
  await system.send('POST', url, { token, body: { ...target, event_types: ['user.updated'] } })
  const { event_id } = (await system.send('POST', `${url}/${id}/test`, { token })).body
  const attempts = async () => {
    const { body } = await system.send('GET', `${url}/${id}/deliveries?limit=50`, { token })
    const ofTest = (one: { event_id: string }) => one.event_id === event_id
    return body.data.find(ofTest)?.attempts ?? 0
  }
  await until('an attempt', async () => (await attempts()) >= 1)
  for (const [method, path, sent, status] of [
    ['GET', '?limit=1', undefined, 200],
    ['GET', `/${id}`, undefined, 200],
    ['GET', `/${id}/deliveries?limit=1&state=waiting`, undefined, 200],
    ['POST', `/${id}/rotate-secret`, undefined, 200],
    ['POST', `/${id}/deliveries/${event_id}/replay`, undefined, 204],
    ['POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, 200],
    ['PATCH', `/${id}`, { enabled: false }, 200],
    ['DELETE', `/${id}`, undefined, 204],
  ] as const) {
    const reply = await system.send(method, `${url}${path}`, { token, body: sent })
    assert.equal(reply.status, status, `${method} ${path}`)
  }
}
