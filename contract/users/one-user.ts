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
          'The user or API key that acted, if the event names one. Null for a sign-in, the command line and the service itself.',
      }),
    ),
    by_name: nullable(
      string({ description: 'The current username, or the name of the API key. Null once it is deleted.' }),
    ),
    address: nullable(string({ description: 'The IP address of the request.' })),
    device_name: nullable(
      string({
        description: 'The device, by its name or user agent.',
        examples: ['Firefox on Linux'],
      }),
    ),
    user_agent: nullable(string()),
    reason: nullable(string({ description: 'The reason that `by` entered.' })),
    data: freeObject({ description: 'The data of the event.' }),
  },
  {
    title: 'HistoryEntry',
    description: 'An event about a user, with the name of the user or API key that caused it.',
  },
)
export type HistoryEntryResource = Static<typeof HistoryEntry>

export const listUserHistoryEndpoint = endpoint({
  name: 'listUserHistory',
  method: 'GET',
  paths: ['/api/v1/users/{id}/history'],
  access: 'events:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: "List a user's history, newest first",
  description:
    'Lists every event about the user from both services in the last 30 days, by time of occurrence. Events appear shortly after the response to the request that caused them. Admin actions are kept for 400 days: `GET /api/v1/audit?user_id=…`. Entries of a deleted user contain no details.',
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
    purpose: oneOf(linkPurposes, { description: 'What the link is for.' }),
    email: string({ description: 'The email address that the link was sent to and is valid for.' }),
    is_shown: boolean({
      description: "True if the link was shown to an admin and wasn't sent.",
    }),
    made_at: Time,
    expires_at: Time,
  },
  { title: 'UserLink', description: "An unused link. The link itself isn't stored." },
)
export type UserLinkResource = Static<typeof UserLink>

export const listUserLinksEndpoint = endpoint({
  name: 'listUserLinks',
  method: 'GET',
  paths: ['/api/v1/users/{id}/links'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: "List a user's unused links, newest first",
  description:
    'Lists the newest 50 links that confirm an email address, set a password, accept an invitation or recover an account (“This was not me”).',
  params: UserIdPath,
  success: 200,
  reply: object({ data: array(UserLink) }, { title: 'UserLinkList' }),
  failures: ['user_not_found'],
})

export const UserMail = object(
  {
    id: { ...Id, description: 'The id of the delivery, and of its dead letter.' },
    kind: string({ description: 'What the email is about.', examples: ['verify_email'] }),
    state: oneOf(['waiting', 'given_up'], {
      description: '`waiting`: it will be retried. `given_up`: it is no longer retried.',
    }),
    attempts: integer({ description: 'The number of attempts.' }),
    last_error: nullable(string({ description: 'Why the last attempt failed.' })),
    queued_at: Time,
    given_up_at: nullable(Time),
  },
  { title: 'UserMail', description: "An email to a user that the mail server hasn't accepted." },
)
export type UserMailResource = Static<typeof UserMail>

export const listUserMailsEndpoint = endpoint({
  name: 'listUserMails',
  method: 'GET',
  paths: ['/api/v1/users/{id}/mails'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: "List a user's undelivered email, newest first",
  description:
    "Lists at most 50 emails that the mail server hasn't accepted. Email that it accepted isn't listed: only that server knows whether it reached the mailbox. An email that is no longer retried stays for 30 days, or until its dead letter is removed.",
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
  { title: 'UserNotification', description: 'A notification of a user, without its text and data.' },
)
export type UserNotificationResource = Static<typeof UserNotification>

export const listUserNotificationsEndpoint = endpoint({
  name: 'listUserNotifications',
  method: 'GET',
  paths: ['/api/v1/users/{id}/notifications'],
  access: 'users:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'users',
  summary: "List a user's notifications, newest first",
  description:
    'Shows support whether a user was notified and has read it. Text and data are omitted, because they are private to the application and the user.',
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
  summary: 'Create a password reset link and show it once',
  description:
    "Use it for a user who can't get email, and hand the link over privately. The link works once, expires after an hour, and replaces earlier password links. Using it ends every session, confirms no address and removes no second factor. The user is notified. Not allowed for yourself or for admins (`forbidden`), because the link of an admin would give its holder that admin's identity. Callers with an access token need a sign-in from the last five minutes.",
  params: UserIdPath,
  success: 200,
  reply: object(
    { link: string({ description: 'Shown only in this response.' }), expires_at: Time },
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
