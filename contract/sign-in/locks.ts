import { endpoint } from '../declaration/endpoint.ts'
import { Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  type Static,
  string,
} from '../declaration/schema.ts'

export const UserLock = object(
  {
    locked: boolean({
      description:
        'Whether sign-ins are currently refused, at least from some networks, because of wrong passwords or second factors.',
    }),
    locked_until: nullable(string({ format: 'date-time', description: 'When all of these locks expire.' })),
    wrong_passwords: array(
      object({
        what: oneOf(['logins', 'password_changes', 'second_factors'], {
          description:
            '`password_changes`: wrong current passwords in a session. `second_factors`: wrong codes after a correct password.',
        }),
        login_name: oneOf(['any', 'username', 'email'], {
          description: 'The login name used. Email addresses are counted separately unless sign-up is open.',
        }),
        network: nullable(
          string({
            description:
              'The network, if the user has signed in from it before. Null for all other networks together, and for password changes.',
          }),
        ),
        count: integer({
          description:
            'The number of failures since the last success, within 24 hours of each other (second factors: within a year).',
        }),
        last_at: string({ format: 'date-time', description: 'The last failure, which started the lock.' }),
        paused_until: nullable(Time),
      }),
      { description: 'The counted failures, in at most 200 entries.' },
    ),
  },
  { title: 'UserLock' },
)
export type UserLockResource = Static<typeof UserLock>

const params = object({ id: string({ maxLength: 100, description: 'The id of the user.' }) })

export const getUserLockEndpoint = endpoint({
  name: 'getUserLock',
  method: 'GET',
  paths: ['/api/v1/users/{id}/lock'],
  access: 'users:read',
  tag: 'authentication',
  summary: 'Get the lock of a user',
  description:
    'Shows whether wrong passwords or second factors lock the user, since when and until when. Served by the authentication service.',
  params,
  success: 200,
  reply: UserLock,
  failures: ['user_not_found', 'user_service_unavailable'],
})

export const unlockUserEndpoint = endpoint({
  name: 'unlockUser',
  method: 'POST',
  paths: ['/api/v1/users/{id}/unlock'],
  access: 'users:write',
  tag: 'authentication',
  summary: 'Unlock a user',
  description:
    "Clears the counts of wrong passwords and second factors, so that the next sign-in is checked immediately. Limits of networks stay. You can't unlock yourself. Idempotent. Served by the authentication service.",
  params,
  success: 200,
  reply: object(
    { unlocked: boolean({ description: 'Whether there were failures to clear.' }) },
    { title: 'UnlockedUser' },
  ),
  failures: ['user_not_found', 'forbidden', 'user_service_unavailable'],
})

export const lockEndpoints = [getUserLockEndpoint, unlockUserEndpoint]
