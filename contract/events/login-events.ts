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
  description: 'The start of the sign-in, if the user added a required second factor during a sign-in.',
})

/** The events of logins, sessions and devices, as `event-types.ts` lists them. */
export const loginEvents = {
  'session.created': object(
    {
      session_id: Id,
      device_name: nullable(
        string({ description: 'The name sent at sign-in, or one derived from the user agent.' }),
      ),
      user_agent: nullable(string()),
      address: string({ description: 'The IP address.' }),
      began_at: beganAt,
      is_new_device: boolean({
        description:
          'Whether no known session of the user has this device name and user agent in this network (IPv4 /24, IPv6 /48). False for the first sign-in of a user.',
      }),
    },
    { description: 'A user signed in.' },
  ),
  'session.stepped_up': object(
    { session_id: Id, acr: Acr, amr: Amr },
    { description: 'The user of a session re-authenticated.' },
  ),
  'session.ended': object(
    { session_id: Id, reason: oneOf(endReasons), by: optional(by), ...byOrigin, address: clientAddress },
    { description: 'A session was ended. Sessions that expire have no event.' },
  ),
  'session.all_ended': object(
    {
      reason: oneOf(endReasons),
      ended: integer({
        minimum: 0,
        description: 'The number of sessions, at most 2000. Further events report the rest.',
      }),
      ...byOperator,
    },
    {
      description:
        'An operator ended sessions of all users. Several events can report one command. `user_id` is null.',
    },
  ),
  'login.failed': object(
    {
      reason: oneOf([...refusals, 'wrong_current_password'], {
        description:
          '`temporary_password`: the password is correct, but must be changed first. `foreign_password_expired`: the password is correct, but its hash comes from another system and LATCHKEY_FOREIGN_PASSWORDS_UNTIL has passed. `wrong_current_password`: a change of the password was rejected.',
      }),
      address: clientAddress,
    },
    {
      description:
        'A sign-in or a change of password was rejected. `user_id` is null if no user has the name.',
    },
  ),
  'login.second_factor_failed': object(
    {
      count: integer({ description: 'The number of wrong second factors since the last correct one.' }),
      address: string({ description: 'The IP address of the last attempt.' }),
    },
    {
      description:
        'After a correct password, a wrong second factor was entered for the third time in a row. Reported at most once a day.',
    },
  ),
  'device.remembered': object(
    {
      device_id: Id,
      device_name: nullable(
        string({ description: 'The name sent at sign-in, or one derived from the user agent.' }),
      ),
      user_agent: nullable(string()),
      address: string({ description: 'The IP address.' }),
      began_at: beganAt,
      is_new_device: boolean({
        description:
          'Whether no trusted device of the user had this name and user agent in this network (IPv4 /24, IPv6 /48). The user is notified of a new one.',
      }),
    },
    { description: 'A device was trusted. Sign-ins on it need no second factor for 30 days.' },
  ),
  'device.forgotten': object(
    { device_id: Id, ...author },
    { description: 'A trusted device was removed. Sign-ins on it need the second factor again.' },
  ),
} as const

/** The log messages of the events of logins, sessions and devices, by the type of the event. */
export const loginLogMessages = {
  'session.created': 'a user signed in',
  'session.stepped_up': 'a user re-authenticated',
  'session.ended': 'one or more sessions were ended',
  'session.all_ended': 'sessions of all users were ended',
  'login.failed': 'credentials were rejected',
  'login.second_factor_failed': 'wrong second factors after a correct password',
  'device.remembered': 'a device was trusted',
  'device.forgotten': 'a trusted device was removed',
} satisfies Record<keyof typeof loginEvents, string>
