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
        'Whether logins are refused at the moment, at least from some networks, because of wrong passwords or second factors.',
    }),
    locked_until: nullable(string({ format: 'date-time', description: 'When every such pause is over.' })),
    wrong_passwords: array(
      object({
        what: oneOf(['logins', 'password_changes', 'second_factors'], {
          description:
            '`password_changes` are guesses at the current password by somebody who is logged in; `second_factors` are wrong codes after a right password.',
        }),
        login_name: oneOf(['any', 'username', 'email'], {
          description: 'With which name: an address is counted apart unless sign-up is open.',
        }),
        network: nullable(
          string({
            description:
              'From this network, where the user has logged in before; null for all others together, or for a change of password.',
          }),
        ),
        count: integer({
          description:
            'How many since the last right one, within 24 hours of each other (second factors: within a year).',
        }),
        last_at: string({ format: 'date-time', description: 'The last of them, which began the pause.' }),
        paused_until: nullable(Time),
      }),
      { description: 'What is counted, in at most 200 parts.' },
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
  summary: 'Whether wrong passwords or second factors keep a user out, since when and until when',
  description: 'The authentication service answers.',
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
  summary: 'Forget the wrong passwords and second factors that were tried for a user',
  description:
    'The next login is checked at once. The limits of networks stay. May be repeated. Nobody can do this to themselves. The authentication service answers.',
  params,
  success: 200,
  reply: object(
    { unlocked: boolean({ description: 'Whether any wrong password was counted.' }) },
    { title: 'UnlockedUser' },
  ),
  failures: ['user_not_found', 'forbidden', 'user_service_unavailable'],
})

export const lockEndpoints = [getUserLockEndpoint, unlockUserEndpoint]
