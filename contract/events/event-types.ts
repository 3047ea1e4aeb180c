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
import { wrappingEvents, wrappingLogMessages } from './wrapping-events.ts'

const address = string({ description: 'An e-mail address.' })

/**
 * The catalogue of published events: the shape of `data` by the type of the event. Every event also has `id`, `type`,
 * `timestamp` and `user_id`. Later versions only add types and fields. When a user is deleted, the data of that user's earlier
 * events becomes `{}`.
 */
export const eventData = {
  'user.created': object(
    { user: User, ...author },
    { description: 'Somebody signed up, or was added or invited.' },
  ),
  'user.updated': object(
    { user: User, changed: array(string(), { description: 'The names of the fields.' }), ...author },
    {
      description:
        'Name, username, locale, role or metadata were changed. Other changes have events of their own.',
    },
  ),
  'user.deleted': object({ ...author }, { description: 'The user is gone, and so are all sessions.' }),
  'user.suspended': object(
    { ...author, suspension_reason: optional(nullable(string({ description: 'As it was given.' }))) },
    { description: 'The user cannot log in; all sessions are over.' },
  ),
  'user.restored': object({ ...author }, { description: 'A suspended user is active again.' }),
  'user.unlocked': object(
    { ...author },
    { description: 'The wrong passwords that were counted for the user were forgotten.' },
  ),
  'user.invited': object(
    { role: Role, ...author },
    {
      description:
        'The mail that leads to a first password was sent again; `user.created` tells of the first one.',
    },
  ),
  'user.sessions_ended': object(
    { ...author },
    {
      description:
        'Somebody else ended all sessions of the user, as one of many; `session.ended` tells of each.',
    },
  ),
  'user.password_reset_sent': object(
    { ...author },
    { description: 'Somebody else had a mail sent with which the user can set another password.' },
  ),
  'user.password_reset_shown': object(
    { ...author },
    { description: 'Somebody else was shown a link with which the user can set another password.' },
  ),
  'user.password_changed': object(
    {
      how: oneOf(['change', 'reset', 'invitation', 'temporary', 'moved_in'], {
        description:
          '`temporary`: it must be changed at the next login. `moved_in`: the first one here, brought from the old system by a login.',
      }),
      by: optional(by),
      ...byOrigin,
      address: clientAddress,
    },
    { description: 'A password was set; all earlier sessions are over.' },
  ),
  'user.secured': object(
    { why: oneOf(['reported', 'email_change_undone']) },
    {
      description:
        'Its owner said that somebody else was at work: all sessions are over, and the password no longer counts.',
    },
  ),
  ...passkeyEvents,
  ...identityEvents,
  'user.email_verified': object(
    { email: address, by: optional(by), ...byOrigin },
    { description: 'The owner of the address confirmed it, or somebody who may change users.' },
  ),
  'user.email_change_requested': object(
    { new_email: address },
    { description: 'A new address waits to be confirmed.' },
  ),
  'user.email_changed': object(
    { email: address, previous_email: address, ...author },
    { description: 'The user has another address now.' },
  ),
  ...factorEvents,
  ...notificationEvents,
  ...loginEvents,
  'api_key.created': object(
    {
      api_key_id: Id,
      name: string(),
      scopes: array(string(), { description: 'What it allows.' }),
      expires_at: Time,
      ...author,
    },
    { description: 'A machine can call with a new key. `user_id` is null.' },
  ),
  'api_key.revoked': object(
    { api_key_id: Id, ...author },
    { description: 'The key opens nothing any more. `user_id` is null.' },
  ),
  ...clientEvents,
  'webhook.created': object(
    { webhook_id: Id, url: string(), event_types: array(string()), ...author },
    { description: 'Events are sent to a new webhook. `user_id` is null.' },
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
      description:
        'A webhook leads elsewhere, gets other events, or was changed otherwise. `user_id` is null.',
    },
  ),
  'webhook.deleted': object(
    { webhook_id: Id, url: string(), ...author },
    { description: 'Nothing is sent to this webhook any more, and it is gone. `user_id` is null.' },
  ),
  'webhook.disabled': object(
    { webhook_id: Id, url: string(), reason: oneOf(['requested', 'gone', 'failing']), ...byOperator },
    { description: 'Nothing is sent to this webhook any more. `user_id` is null.' },
  ),
  'webhook.test': object(
    { webhook_id: Id, by: optional(by), ...byOrigin },
    { description: 'Somebody wants to see one arrive. Sent to that webhook only. `user_id` is null.' },
  ),
  'delivery.replayed': object(
    {
      sink: nullable(
        string({ description: 'Where it goes: as in a dead letter, or `webhook:` and an id; null for all.' }),
      ),
      delivery_id: nullable(
        string({ description: 'The dead letter, or the event for a webhook; null for several at once.' }),
      ),
      replayed: integer({
        minimum: 1,
        description: 'How many: at most 1000, and further events tell of the rest.',
      }),
      ...author,
    },
    { description: 'Dead letters, or deliveries to a webhook, are made once more. `user_id` is null.' },
  ),
  ...exportEvents,
  ...commandEvents,
  ...wrappingEvents,
  ...brandingEvents,
  'delivery.dropped': object(
    {
      sink: string({ description: 'Where it was to go, as in a dead letter.' }),
      delivery_id: Id,
      ...author,
    },
    { description: 'A dead letter was removed without being delivered. `user_id` is null.' },
  ),
  'keys.rotated': object(
    {
      purpose: oneOf(keyPurposes, { description: 'Which tokens the keys sign.' }),
      kid: nullable(string({ description: 'The key that signs now; null until a service makes one.' })),
      next_kid: nullable(string({ description: 'The key that is published and signs later.' })),
      revoked: array(string(), { description: 'Keys whose tokens are refused from now on.' }),
      by: optional(by),
      ...byOrigin,
    },
    {
      description:
        'Another signing key was published, signs now, or was revoked. `user_id` is null; `by` is there when somebody asked for it by the API.',
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
  'user.created': 'a user was created',
  'user.updated': 'a user was changed',
  'user.deleted': 'a user was deleted',
  'user.suspended': 'a user was suspended',
  'user.restored': 'a suspended user was restored',
  'user.unlocked': 'the wrong passwords of a user were forgotten',
  'user.invited': 'a user was invited',
  'user.sessions_ended': 'all sessions of a user were ended',
  'user.password_reset_sent': 'a user was sent a link to set a password',
  'user.password_reset_shown': 'a link for a new password was shown to somebody else',
  'user.password_changed': 'a password was set',
  'user.secured': 'a user was taken back by the owner of its address',
  'user.email_verified': 'an e-mail address was confirmed',
  'user.email_change_requested': 'another e-mail address was asked for',
  'user.email_changed': 'an e-mail address was changed',
  ...notificationLogMessages,
  'api_key.created': 'an API key was made',
  'api_key.revoked': 'an API key was revoked',
  'webhook.created': 'a webhook was made',
  'webhook.updated': 'a webhook was changed',
  'webhook.secret_rotated': 'a webhook got another secret',
  'webhook.deleted': 'a webhook was deleted',
  'webhook.disabled': 'a webhook was disabled',
  'webhook.test': 'a webhook was sent a test event',
  'delivery.replayed': 'deliveries were replayed',
  'delivery.dropped': 'a dead letter was removed without being delivered',
  'keys.rotated': 'the signing keys moved on',
}
