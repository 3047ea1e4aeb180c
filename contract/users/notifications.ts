import { endpoint } from '../declaration/endpoint.ts'
import { author } from '../declaration/event-author.ts'
import { Cursor, Id, NextCursor, Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  freeObject,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

export const NotificationType = string({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$',
  inWords:
    'must be words of lower-case letters, digits and underscores with dots between them, such as invoice.paid',
  description: 'The type, for programs: lower-case words separated by dots.',
  examples: ['user.created', 'session.created', 'invoice.paid'],
})

export const NotificationTitle = string({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  inWords: 'must be one line without control characters',
  description: 'One line of text for the user.',
})
export const NotificationText = string({ maxLength: 4_000, description: 'Plain text.' })
const Data = freeObject({
  description: 'Data for the application that shows the notification, at most 4 KiB of JSON.',
})

const fields = {
  id: Id,
  user_id: Id,
  type: NotificationType,
  title: NotificationTitle,
  body: nullable(NotificationText),
  data: Data,
  created_at: Time,
  read_at: nullable(Time),
}

export const Notification = object(fields, { title: 'Notification' })
export type NotificationResource = Static<typeof Notification>

/** The channels through which a notification can reach its user. */
export const channels = ['in_app', 'email'] as const
export type NotificationChannel = (typeof channels)[number]

const id = string({ maxLength: 100, description: 'The id of the notification.' })

export const createNotificationEndpoint = endpoint({
  name: 'createNotification',
  method: 'POST',
  paths: ['/api/v1/notifications'],
  access: 'users:write',
  serviceToo: true,
  tag: 'notifications',
  summary: 'Notify a user',
  description:
    'Stores a notification and delivers it by the channels that the user chose. Needs `users:write` or the service credential. Types of security notifications, such as `session.created`, are rejected. The newest 1,000 notifications of a user are kept for 90 days, and separately the oldest and newest 100 of each security type.',
  body: object(
    {
      user_id: string({ maxLength: 100, description: 'The user to notify.' }),
      type: NotificationType,
      title: NotificationTitle,
      body: optional(NotificationText),
      data: optional(Data),
    },
    { title: 'NewNotification' },
  ),
  success: 201,
  reply: object(
    {
      ...fields,
      channels: array(oneOf(channels), {
        description:
          'The channels of delivery. Empty if the user wants none for this type; then the notification is not stored.',
      }),
    },
    { title: 'CreatedNotification' },
  ),
  failures: ['user_not_found'],
  idempotent: true,
})

export const listNotificationsEndpoint = endpoint({
  name: 'listNotifications',
  method: 'GET',
  paths: ['/api/v1/notifications'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'List your notifications, newest first',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    unread: optional(oneOf(['true', 'false'], { description: '`true`: only unread notifications.' })),
  }),
  success: 200,
  reply: object(
    {
      data: array(Notification),
      next_cursor: NextCursor,
      unread_count: integer({ description: 'The number of unread notifications on all pages.' }),
      position: string({
        description: 'Pass it as `after` to a stream to get what follows this list.',
      }),
    },
    { title: 'NotificationList' },
  ),
  failures: ['forbidden'],
})

export const updateNotificationEndpoint = endpoint({
  name: 'updateNotification',
  method: 'PATCH',
  paths: ['/api/v1/notifications/{id}'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Mark a notification as read or unread',
  description: 'Idempotent: the time of the first read is kept.',
  params: object({ id }),
  body: object({ read: boolean() }, { title: 'NotificationPatch' }),
  success: 200,
  reply: Notification,
  failures: ['forbidden', 'notification_not_found'],
})

export const readNotificationsEndpoint = endpoint({
  name: 'readNotifications',
  method: 'POST',
  paths: ['/api/v1/notifications/read'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Mark all notifications as read',
  success: 200,
  reply: object(
    { read: integer({ description: 'The number of notifications that were unread.' }) },
    { title: 'ReadNotifications' },
  ),
  failures: ['forbidden'],
})

export const deleteNotificationEndpoint = endpoint({
  name: 'deleteNotification',
  method: 'DELETE',
  paths: ['/api/v1/notifications/{id}'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Delete a notification',
  description:
    "Repeating the request gets `notification_not_found`, as does a notification of another user. Security notifications can't be deleted; mark them as read.",
  params: object({ id }),
  success: 204,
  failures: ['forbidden', 'notification_kept', 'notification_not_found'],
})

export const NotificationHeartbeat = object(
  {
    at: string({
      format: 'date-time',
      description:
        'Every notification whose creation returned before this time has been sent on this stream.',
    }),
  },
  { title: 'NotificationHeartbeat' },
)

export const streamNotificationsEndpoint = endpoint({
  name: 'streamNotifications',
  method: 'GET',
  paths: ['/api/v1/notifications/stream'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Stream your notifications',
  description:
    'Server-sent events: each notification once and in order, and a heartbeat immediately and every five seconds. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, the stream starts with the next notification. With the `position` of a list, it starts after that list.',
  query: object({
    after: optional(
      string({
        maxLength: 64,
        description:
          'The `id` of the last event received, or the `position` of a list. `Last-Event-ID` takes precedence.',
      }),
    ),
  }),
  success: 200,
  stream: { notification: Notification, heartbeat: NotificationHeartbeat },
  failures: ['forbidden', 'overloaded', 'streams_limited'],
})

export const Preference = object(
  {
    channel: oneOf(channels),
    type: string({
      minLength: 1,
      maxLength: 64,
      pattern: '^(\\*|[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*)$',
      inWords: 'must be * or a type such as invoice.paid',
      description: 'A type of notification. `*` covers all types that no other entry names.',
    }),
    enabled: boolean(),
  },
  { title: 'NotificationPreference' },
)
export type PreferenceResource = Static<typeof Preference>

const Preferences = object(
  { preferences: array(Preference, { maxItems: 100 }) },
  { title: 'NotificationPreferences' },
)

export const getPreferencesEndpoint = endpoint({
  name: 'getNotificationPreferences',
  method: 'GET',
  paths: ['/api/v1/notifications/preferences'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Get your notification preferences',
  description: 'Types without an entry are shown in the app and not sent by email.',
  success: 200,
  reply: Preferences,
  failures: ['forbidden'],
})

export const replacePreferencesEndpoint = endpoint({
  name: 'replaceNotificationPreferences',
  method: 'PUT',
  paths: ['/api/v1/notifications/preferences'],
  access: 'signed_in',
  tag: 'notifications',
  summary: 'Replace your notification preferences',
  description:
    "Replaces all entries. Security notifications (`session.created` for a sign-in from a new device, `user.password_changed`, `user.email_changed`, `user.email_change_requested`) are not affected by `*` and can't be switched off, so that an attacker can't hide a takeover. Email is sent only to a confirmed address.",
  body: Preferences,
  success: 200,
  reply: Preferences,
  failures: ['forbidden'],
})

export const notificationEndpoints = [
  createNotificationEndpoint,
  listNotificationsEndpoint,
  streamNotificationsEndpoint,
  updateNotificationEndpoint,
  readNotificationsEndpoint,
  getPreferencesEndpoint,
  replacePreferencesEndpoint,
  deleteNotificationEndpoint,
]

/** The events of notifications, as `event-types.ts` lists them. */
export const notificationEvents = {
  'notification.created': object(
    {
      notification_id: Id,
      notification_type: string({ description: 'The type that the sender chose.' }),
      ...author,
    },
    { description: 'An admin or API key notified the user. The event does not contain the text.' },
  ),
} as const

/** The log messages of the events of notifications, by the type of the event. */
export const notificationLogMessages = {
  'notification.created': 'a user was notified',
} satisfies Record<keyof typeof notificationEvents, string>
