import { author } from '../declaration/event-author.ts'
import { integer, object, oneOf } from '../declaration/schema.ts'

const factorKind = oneOf(['totp'], { description: '`totp`: an authenticator app.' })

/** The events of second factors, as `event-types.ts` lists them. */
export const factorEvents = {
  'user.factor_added': object(
    { kind: factorKind, ...author },
    { description: 'A second factor counts from now on: logins ask for it.' },
  ),
  'user.factor_removed': object(
    { kind: factorKind, ...author },
    {
      description:
        'A second factor is gone; `by` is null when the owner of the address took the user back. Without another one the recovery codes are gone too.',
    },
  ),
  'user.recovery_codes_made': object(
    { ...author },
    { description: 'There are ten new recovery codes; those before are void.' },
  ),
  'user.recovery_code_used': object(
    { left: integer({ minimum: 0, description: 'How many were not used yet.' }) },
    { description: 'A recovery code stood in for a second factor.' },
  ),
  'user.factors_reset': object(
    { ...author },
    { description: 'Somebody else removed every second factor of the user; all sessions are over.' },
  ),
} as const

/** The log message of each of these events. */
export const factorLogMessages = {
  'user.factor_added': 'a second factor was added',
  'user.factor_removed': 'a second factor was removed',
  'user.recovery_codes_made': 'recovery codes were made',
  'user.recovery_code_used': 'a recovery code was used',
  'user.factors_reset': 'the second factors of a user were removed',
} satisfies Record<keyof typeof factorEvents, string>
