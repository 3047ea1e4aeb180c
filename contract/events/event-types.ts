import { author, by, byOperator, byOrigin, clientAddress } from '../declaration/event-author.ts'
import { Id, Role, Time } from '../declaration/fields.ts'
import {
  array,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { keyPurposes } from '../sessions/tokens.ts'
import { notificationEvents, notificationLogMessages } from '../users/notifications.ts'
import { User } from '../users/user.ts'
import { brandingEvents, brandingLogMessages } from './branding-events.ts'
import { clientEvents, clientLogMessages } from './client-events.ts'
import { commandEvents, commandLogMessages } from './command-events.ts'
import { exportEvents, exportLogMessages } from './export-events.ts'
import { factorEvents, factorLogMessages } from './factor-events.ts'
import { identityEvents, identityLogMessages } from './identity-events.ts'
import { loginEvents, loginLogMessages } from './login-events.ts'
import { passkeyEvents, passkeyLogMessages } from './passkey-events.ts'
import { setupEvents, setupLogMessages } from './setup-events.ts'
import { wrappingEvents, wrappingLogMessages } from './wrapping-events.ts'

const address = string({ description: 'An email address.' })

/**
 * The catalogue of published events: the shape of `data` by the type of the event. Every event also has `id`, `type`,
 * `timestamp` and `user_id`. Later versions only add types and fields. When a user is deleted, the data of that user's earlier
 * events becomes `{}`.
 */
export const eventData = {
  'user.created': object(
    { user: User, ...author },
    { description: 'A user signed up, was created by an admin, or was invited.' },
  ),
  'user.updated': object(
    { user: User, changed: array(string(), { description: 'The names of the fields.' }), ...author },
    {
      description:
        'The name, username, locale, role or metadata of a user changed. Other changes have separate events.',
    },
  ),
  'user.deleted': object({ ...author }, { description: 'A user was deleted, and all their sessions ended.' }),
  'user.suspended': object(
    {
      ...author,
      suspension_reason: optional(nullable(string({ description: 'The reason that the admin entered.' }))),
    },
    { description: 'A user was suspended, and all their sessions ended.' },
  ),
  'user.restored': object({ ...author }, { description: 'The access of a suspended user was restored.' }),
  'user.unlocked': object(
    { ...author },
    { description: 'The counted wrong passwords of a user were cleared.' },
  ),
  'user.invited': object(
    { role: Role, ...author },
    {
      description: 'The invitation of a user was sent again. The first invitation is part of `user.created`.',
    },
  ),
  'user.sessions_ended': object(
    { ...author },
    {
      description:
        'An admin or API key ended all sessions of the user in a bulk action. Each session also has an event `session.ended`.',
    },
  ),
  'user.password_reset_sent': object(
    { ...author },
    { description: 'An admin or API key sent the user a password reset email.' },
  ),
  'user.password_reset_shown': object(
    { ...author },
    { description: 'A password reset link for the user was shown to an admin or API key.' },
  ),
  'user.password_changed': object(
    {
      how: oneOf(['change', 'reset', 'invitation', 'temporary', 'moved_in'], {
        description:
          '`temporary`: the user must change the password at the next sign-in. `moved_in`: the password was migrated from the previous system by a sign-in.',
      }),
      by: optional(by),
      ...byOrigin,
      address: clientAddress,
    },
    { description: 'A password was set, and all earlier sessions ended.' },
  ),
  'user.secured': object(
    { why: oneOf(['reported', 'email_change_undone']) },
    {
      description:
        'The owner of the email address recovered the user. All sessions ended, and the password was invalidated.',
    },
  ),
  ...passkeyEvents,
  ...identityEvents,
  'user.email_verified': object(
    { email: address, by: optional(by), ...byOrigin },
    { description: 'The email address was confirmed by its owner, an admin or an API key.' },
  ),
  'user.email_change_requested': object(
    { new_email: address },
    { description: 'A new email address was requested and is not confirmed yet.' },
  ),
  'user.email_changed': object(
    { email: address, previous_email: address, ...author },
    { description: 'The email address of the user changed.' },
  ),
  ...factorEvents,
  ...notificationEvents,
  ...loginEvents,
  'api_key.created': object(
    {
      api_key_id: Id,
      name: string(),
      scopes: array(string(), { description: 'The scopes of the key.' }),
      expires_at: Time,
      ...author,
    },
    { description: 'An API key was created. `user_id` is null.' },
  ),
  'api_key.revoked': object(
    { api_key_id: Id, ...author },
    { description: 'An API key was revoked. `user_id` is null.' },
  ),
  ...clientEvents,
  'webhook.created': object(
    { webhook_id: Id, url: string(), event_types: array(string()), ...author },
    { description: 'A webhook was created. `user_id` is null.' },
  ),
  'webhook.updated': object(
    {
      webhook_id: Id,
      url: string(),
      event_types: array(string()),
      changed: array(string(), { description: 'The names of the fields; `secret` after a rotation.' }),
      ...author,
    },
    {
      description: 'The URL, events, secret or other fields of a webhook changed. `user_id` is null.',
    },
  ),
  'webhook.deleted': object(
    { webhook_id: Id, url: string(), ...author },
    { description: 'A webhook was deleted. `user_id` is null.' },
  ),
  'webhook.disabled': object(
    { webhook_id: Id, url: string(), reason: oneOf(['requested', 'gone', 'failing']), ...byOperator },
    { description: 'A webhook was disabled. `user_id` is null.' },
  ),
  'webhook.test': object(
    { webhook_id: Id, by: optional(by), ...byOrigin },
    { description: 'A test event, sent only to one webhook. `user_id` is null.' },
  ),
  'delivery.replayed': object(
    {
      sink: nullable(
        string({
          description:
            'The receiver, as in a failed delivery, or `webhook:` and an id. Null for all receivers.',
        }),
      ),
      delivery_id: nullable(
        string({
          description:
            'The id of the failed delivery, or of the event for a webhook. Null for several deliveries.',
        }),
      ),
      replayed: integer({
        minimum: 1,
        description: 'The number of deliveries, at most 1000. Further events report the rest.',
      }),
      ...author,
    },
    { description: 'Failed deliveries, or deliveries to a webhook, were queued again. `user_id` is null.' },
  ),
  ...exportEvents,
  ...commandEvents,
  ...wrappingEvents,
  ...brandingEvents,
  ...setupEvents,
  'delivery.dropped': object(
    {
      sink: string({ description: 'The receiver, as in a failed delivery.' }),
      delivery_id: Id,
      ...author,
    },
    { description: 'A failed delivery was removed without being delivered. `user_id` is null.' },
  ),
  'keys.rotated': object(
    {
      purpose: oneOf(keyPurposes, { description: 'The tokens that the keys sign.' }),
      kid: nullable(string({ description: 'The key that signs now. Null until the service creates one.' })),
      next_kid: nullable(string({ description: 'The key that is published and will sign next.' })),
      revoked: array(string(), { description: 'The revoked keys, whose tokens are rejected.' }),
      by: optional(by),
      ...byOrigin,
    },
    {
      description:
        'A signing key was published, began to sign, or was revoked. `user_id` is null. `by` is present if a caller of the API requested the change.',
    },
  ),
} as const
export type EventType = keyof typeof eventData
export type EventData<T extends EventType> = Static<(typeof eventData)[T]>

export const eventTypes = Object.keys(eventData) as EventType[]
export const isEventType = (type: string): type is EventType => Object.hasOwn(eventData, type)

/**
 * The types that a log line can have: those of events, and one for a change that is published as an event of
 * another type.
 */
export type LoggedType = EventType | 'webhook.secret_rotated'

/**
 * The fields of an event that its log line has: ids, counts and words of this product. More people read logs
 * than events, so no field is listed whose value somebody has entered: no name, address or URL.
 */
export const loggedFields = [
  'session_id',
  'api_key_id',
  'passkey_id',
  'identity_id',
  'webhook_id',
  'notification_id',
  'client_id',
  'secret_id',
  'delivery_id',
  'export_id',
  'command_id',
  'command',
  'kid',
  'next_kid',
  'purpose',
  'revoked',
  'sink',
  'role',
  'scopes',
  'changed',
  'reason',
  'how',
  'why',
  'ended',
  'replayed',
  'list',
  'format',
  'rows',
  'complete',
  'waiting',
  'kind',
  'left',
  'outcome',
  'fault',
  'by',
] as const

export const logMessages: Record<LoggedType, string> = {
  ...loginLogMessages,
  ...passkeyLogMessages,
  ...factorLogMessages,
  ...identityLogMessages,
  ...clientLogMessages,
  ...exportLogMessages,
  ...commandLogMessages,
  ...wrappingLogMessages,
  ...brandingLogMessages,
  ...setupLogMessages,
  'user.created': 'a user was created',
  'user.updated': 'a user was changed',
  'user.deleted': 'a user was deleted',
  'user.suspended': 'a user was suspended',
  'user.restored': 'a suspended user was restored',
  'user.unlocked': 'the wrong passwords of a user were cleared',
  'user.invited': 'a user was invited',
  'user.sessions_ended': 'all sessions of a user were ended',
  'user.password_reset_sent': 'a user was sent a link to set a password',
  'user.password_reset_shown': 'a password reset link was shown',
  'user.password_changed': 'a password was set',
  'user.secured': 'a user was recovered by the owner of the email address',
  'user.email_verified': 'an email address was confirmed',
  'user.email_change_requested': 'a new email address was requested',
  'user.email_changed': 'an email address was changed',
  ...notificationLogMessages,
  'api_key.created': 'an API key was created',
  'api_key.revoked': 'an API key was revoked',
  'webhook.created': 'a webhook was created',
  'webhook.updated': 'a webhook was changed',
  'webhook.secret_rotated': 'the secret of a webhook was rotated',
  'webhook.deleted': 'a webhook was deleted',
  'webhook.disabled': 'a webhook was disabled',
  'webhook.test': 'a webhook was sent a test event',
  'delivery.replayed': 'deliveries were replayed',
  'delivery.dropped': 'a failed delivery was removed',
  'keys.rotated': 'signing keys were rotated or revoked',
}
