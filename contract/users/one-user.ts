import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, Id, NextCursor, Time, UserIdPath } from '../declaration/fields.ts'
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
import { linkPurposes } from './links.ts'
import { NotificationTitle, NotificationType } from './notifications.ts'

export const HistoryEntry = object(
  {
    id: { ...Id, description: 'The id of the event.' },
    type: string({ description: 'The type of the event.', examples: ['session.created'] }),
    timestamp: Time,
    by: nullable(
      string({
        description:
          'The user or the API key that did it, as far as the event says so; null for a login, the command line and the service itself.',
      }),
    ),
    by_name: nullable(
      string({ description: 'The present username, or the name of the API key; null when it is gone.' }),
    ),
    address: nullable(string({ description: 'The network address from which it was done.' })),
    device_name: nullable(
      string({
        description: 'The device in words, by its name or its user agent.',
        examples: ['Firefox on Linux'],
      }),
    ),
    user_agent: nullable(string()),
    reason: nullable(string({ description: 'Why, in the words of the one who did it.' })),
    data: freeObject({ description: 'As in the event.' }),
  },
  { title: 'HistoryEntry', description: 'An event about a user, with the names of those who did it.' },
)
export type HistoryEntryResource = Static<typeof HistoryEntry>

export const listUserHistoryEndpoint = endpoint({
  name: 'listUserHistory',
  method: 'GET',
  paths: ['/api/v1/users/{id}/history'],
  access: 'events:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: 'What happened to a user, newest first',
  description:
    'Every event about the user, of both services, for 30 days, in the order in which they happened. An event appears shortly after the reply of the request that caused it. What administrators did is kept for 400 days: `GET /api/v1/audit?user_id=…`. The entries of a deleted user say only that something happened.',
  params: UserIdPath,
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object({ data: array(HistoryEntry), next_cursor: NextCursor }, { title: 'UserHistory' }),
  failures: [],
})

export const UserLink = object(
  {
    purpose: oneOf(linkPurposes, { description: 'What the link is good for.' }),
    email: string({ description: 'The address that the link was sent to, and is good for.' }),
    is_shown: boolean({
      description: 'True when the link was shown to an administrator and sent to nobody.',
    }),
    made_at: Time,
    expires_at: Time,
  },
  { title: 'UserLink', description: 'A link that was not used yet. The link itself is kept nowhere.' },
)
export type UserLinkResource = Static<typeof UserLink>

export const listUserLinksEndpoint = endpoint({
  name: 'listUserLinks',
  method: 'GET',
  paths: ['/api/v1/users/{id}/links'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: 'The links of a user that were not used yet, newest first',
  description:
    'The newest 50: links to confirm an address, to set a password, to accept an invitation, and “This was not me”.',
  params: UserIdPath,
  success: 200,
  reply: object({ data: array(UserLink) }, { title: 'UserLinkList' }),
  failures: ['user_not_found'],
})

export const UserMail = object(
  {
    id: { ...Id, description: 'The id of the delivery, which is that of its dead letter too.' },
    kind: string({ description: 'What the mail is about.', examples: ['verify_email'] }),
    state: oneOf(['waiting', 'given_up'], {
      description: '`waiting`: it is tried again; `given_up`: the mail server refused it for good.',
    }),
    attempts: integer({ description: 'How often it was tried.' }),
    last_error: nullable(string({ description: 'Why the last attempt failed.' })),
    queued_at: Time,
    given_up_at: nullable(Time),
  },
  { title: 'UserMail', description: 'A mail to a user that the mail server has not taken.' },
)
export type UserMailResource = Static<typeof UserMail>

export const listUserMailsEndpoint = endpoint({
  name: 'listUserMails',
  method: 'GET',
  paths: ['/api/v1/users/{id}/mails'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: 'The mails to a user that the mail server has not taken, newest first',
  description:
    'At most 50. What the mail server has taken is not listed: whether it reached the mailbox is known there only. A mail that was given up stays for 30 days, or until its dead letter is removed.',
  params: UserIdPath,
  success: 200,
  reply: object({ data: array(UserMail) }, { title: 'UserMailList' }),
  failures: ['user_not_found'],
})

export const UserNotification = object(
  {
    id: Id,
    type: NotificationType,
    title: NotificationTitle,
    created_at: Time,
    read_at: nullable(Time),
  },
  { title: 'UserNotification', description: 'A notification of a user, without its text and its data.' },
)
export type UserNotificationResource = Static<typeof UserNotification>

export const listUserNotificationsEndpoint = endpoint({
  name: 'listUserNotifications',
  method: 'GET',
  paths: ['/api/v1/users/{id}/notifications'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: 'What a user was notified of, newest first',
  description:
    'For support: whether the user was told, and has read it. The text and the data are left out, because applications send what is between them and the user.',
  params: UserIdPath,
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object(
    { data: array(UserNotification), next_cursor: NextCursor },
    { title: 'UserNotificationList' },
  ),
  failures: ['user_not_found'],
})

export const makeResetLinkEndpoint = endpoint({
  name: 'makeResetLink',
  method: 'POST',
  paths: ['/api/v1/users/{id}/password-reset/link'],
  access: 'users:write',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: 'Make a link with which a user can set a new password, and show it once',
  description:
    'For a user whom no mail reaches: hand the link over in a way that only this user reads. It is good once, for an hour, and voids earlier links for a new password. Using it ends every session, confirms no address and removes no second factor. The user is told that it was made. Not for oneself and not for admins (`forbidden`): whoever used the link of an admin would act under the name of that admin. A user needs a login of the last five minutes to do this.',
  params: UserIdPath,
  success: 200,
  reply: object(
    { link: string({ description: 'Shown in this reply only.' }), expires_at: Time },
    { title: 'ResetLink' },
  ),
  failures: ['user_not_found', 'forbidden', 'user_suspended', 'reauthentication_required'],
})

/** The endpoints with which support looks at one user and helps that user, besides those of `user-support.ts`. */
export const oneUserEndpoints = [
  listUserHistoryEndpoint,
  listUserLinksEndpoint,
  listUserMailsEndpoint,
  listUserNotificationsEndpoint,
  makeResetLinkEndpoint,
]
