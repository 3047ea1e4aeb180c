import type {
  NotificationResource,
  notificationEndpoints,
  PreferenceResource,
} from '../users/notifications.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

const paid = {
  type: 'invoice.paid',
  title: 'Your invoice is paid',
  body: 'Thank you.',
  data: { invoice: '2026-117' },
}

const notification: NotificationResource = {
  id: '01a1f4d5-20a4-7b81-9c3f-6e1d84b0f25a',
  user_id: ids.ada,
  ...paid,
  created_at: '2026-11-21T10:00:00.000Z',
  read_at: null,
}

const preferences: PreferenceResource[] = [
  { channel: 'email', type: 'invoice.paid', enabled: true },
  { channel: 'in_app', type: '*', enabled: false },
]

/** An example for each endpoint of notifications. */
export const notificationExamples = {
  createNotification: {
    body: { user_id: ids.ada, ...paid },
    reply: { ...notification, channels: ['in_app'] },
  },
  listNotifications: {
    query: { unread: 'true' },
    reply: { data: [notification], next_cursor: null, unread_count: 2, position: '1795255200001' },
  },
  streamNotifications: {
    events: [
      { event: 'notification', id: '1795255200001', data: notification },
      { event: 'heartbeat', id: '1795255200001', data: { at: '2026-11-21T10:00:05.000Z' } },
    ],
  },
  updateNotification: {
    params: { id: notification.id },
    body: { read: true },
    reply: { ...notification, read_at: '2026-11-21T10:05:00.000Z' },
  },
  readNotifications: { reply: { read: 1 } },
  getNotificationPreferences: { reply: { preferences } },
  replaceNotificationPreferences: { body: { preferences }, reply: { preferences } },
  deleteNotification: { params: { id: notification.id } },
} satisfies ExamplesOf<typeof notificationEndpoints>
