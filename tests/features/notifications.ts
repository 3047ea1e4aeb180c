import assert from 'node:assert/strict'
import { callers } from '#tests/support/callers.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import type { Feature } from './feature.ts'

export const feature: Feature = {
  events: {
    'notification.created': {
      notification_id: '01a1f4d6-51c0-7b1f-8a26-0d4c7e92f3b8',
      notification_type: 'invoice.paid',
      by: '01a1ffe1-9dce-7f16-8753-db00b35eb86d',
    },
  },
  opens: { 'users:write': ['createNotification'] },
  bodies: { updateNotification: { read: true }, replaceNotificationPreferences: { preferences: [] } },
  examples: [
    'createNotification',
    'listNotifications',
    'streamNotifications',
    'updateNotification',
    'readNotifications',
    'deleteNotification',
    'replaceNotificationPreferences',
    'getNotificationPreferences',
  ],
  fill: {
    users: (id) =>
      `INSERT INTO notifications SELECT ${id}, 'user-' || n / 5, n, 'a.b', 'Title', NULL, '{}', 2000000000000 + n, CASE WHEN n % 2 = 0 THEN n END FROM generate_series(1, 20000) AS n`,
  },
  stored: { notifications: [{ by: callers, row: 'stored notifications' }] },
  drivenBy: {
    'a user | stored notifications': [
      [
        'tests/journeys/users/notifications.test.ts',
        'of one user the newest 1,000 are kept, and none for longer than 90 days',
        'whoever has a session or a key pushes no notice about safety out',
      ],
    ],
  },
  use: notify,
}

/** Gives the user a notification, which arrives on a stream, is read and deleted. */
async function notify(system: System, { userId, token }: { userId: string; token: string }): Promise<void> {
  const url = `${system.usersUrl}/api/v1/notifications`
  const body = { user_id: userId, type: 'invoice.paid', title: 'Paid' }
  const headers = { 'idempotency-key': 'one' }
  const { id } = (await system.send('POST', url, { token: system.serviceToken(), body, headers })).body
  const headersOfStream = { authorization: `Bearer ${token}` }
  await using reader = await readEvents(`${url}/stream?after=0`, headersOfStream)
  await until('it on a stream', () => reader.events.some(({ event }) => event === 'notification'))
  for (const [method, path, sent, status] of [
    ['GET', '?limit=1', undefined, 200],
    ['GET', '?limit=1&unread=true&cursor=9', undefined, 200],
    ['PATCH', `/${id}`, { read: true }, 200],
    ['POST', '/read', undefined, 200],
    ['PUT', '/preferences', { preferences: [] }, 200],
    ['GET', '/preferences', undefined, 200],
    ['DELETE', `/${id}`, undefined, 204],
  ] as const) {
    assert.equal((await system.send(method, `${url}${path}`, { token, body: sent })).status, status)
  }
}
