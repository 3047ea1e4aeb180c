import { author, by, byOperator, byOrigin, clientAddress } from '../declaration/event-author.ts'
import { endReasons } from '../declaration/failures.ts'
import { Acr, Amr, Id, Time } from '../declaration/fields.ts'
import { boolean, integer, nullable, object, oneOf, optional, string } from '../declaration/schema.ts'

/** The reasons for which a login is refused. The event names the true reason, also where the reply to the client hides it. */
const refusals = [
  'unknown_name',
  'wrong_password',
  'suspended',
  'unverified',
  'temporary_password',
  'temporary_password_expired',
  'foreign_password_expired',
] as const

const beganAt = optional({
  ...Time,
  description: 'When the login began, for one that added the second factor which is demanded of the user.',
})

/** The events of logins, sessions and devices, as `event-types.ts` lists them. */
export const loginEvents = {
  'session.created': object(
    {
      session_id: Id,
      device_name: nullable(string({ description: 'As it was given; otherwise what the user agent says.' })),
      user_agent: nullable(string()),
      address: string({ description: 'The network address.' }),
      began_at: beganAt,
      is_new_device: boolean({
        description:
          'Whether the user was never logged in with this device name and user agent in this network (IPv4 /24, IPv6 /48), as far back as is known. Never for the first login of a user.',
      }),
    },
    { description: 'A user logged in.' },
  ),
  'session.stepped_up': object(
    { session_id: Id, acr: Acr, amr: Amr },
    { description: 'The user of a session proved again who it is, for something that needs it.' },
  ),
  'session.ended': object(
    { session_id: Id, reason: oneOf(endReasons), by: optional(by), ...byOrigin, address: clientAddress },
    { description: 'A session was ended. One that runs out by itself is not told.' },
  ),
  'session.all_ended': object(
    {
      reason: oneOf(endReasons),
      ended: integer({
        minimum: 0,
        description: 'How many: at most 2000, and further events tell of the rest.',
      }),
      ...byOperator,
    },
    { description: 'An operator ends every session of everybody, in steps. `user_id` is null.' },
  ),
  'login.failed': object(
    {
      reason: oneOf([...refusals, 'wrong_current_password'], {
        description:
          '`temporary_password` when it was right, and another one must be set first; `foreign_password_expired` when it was right, but another system made its hash, and the day has passed until which that counts; `wrong_current_password` when a change of password was refused.',
      }),
      address: clientAddress,
    },
    { description: 'Credentials were refused. `user_id` is null where the name is nobody’s.' },
  ),
  'login.second_factor_failed': object(
    {
      count: integer({ description: 'How many wrong second factors there were since the last right one.' }),
      address: string({ description: 'The network address of the last one.' }),
    },
    {
      description:
        'Somebody who knows the password gave a wrong second factor for the third time in a row. Told once a day at most.',
    },
  ),
  'device.remembered': object(
    {
      device_id: Id,
      device_name: nullable(string({ description: 'As it was given; otherwise what the user agent says.' })),
      user_agent: nullable(string()),
      address: string({ description: 'The network address.' }),
      began_at: beganAt,
      is_new_device: boolean({
        description:
          'Whether no device of the user with this name and user agent in this network (IPv4 /24, IPv6 /48) was remembered then. The user is told of a new one.',
      }),
    },
    { description: 'Logins from a device need no second factor for 30 days.' },
  ),
  'device.forgotten': object(
    { device_id: Id, ...author },
    { description: 'Logins from a device need the second factor again.' },
  ),
} as const

/** The log messages of the events of logins, sessions and devices, by the type of the event. */
export const loginLogMessages = {
  'session.created': 'a user logged in',
  'session.stepped_up': 'a user proved again who it is',
  'session.ended': 'one or more sessions were ended',
  'session.all_ended': 'sessions of everybody were ended',
  'login.failed': 'credentials were refused',
  'login.second_factor_failed': 'wrong second factors after a right password',
  'device.remembered': 'a device was remembered',
  'device.forgotten': 'a device was forgotten',
} satisfies Record<keyof typeof loginEvents, string>
