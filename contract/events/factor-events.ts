import { author } from '../declaration/event-author.ts'
import { integer, object, oneOf } from '../declaration/schema.ts'

const factorKind = oneOf(['totp'], { description: '`totp`: an authenticator app.' })

/** The events of second factors, as `event-types.ts` lists them. */
export const factorEvents = {
  'user.factor_added': object(
    { kind: factorKind, ...author },
    { description: 'A second factor was added. Sign-ins require it from now on.' },
  ),
  'user.factor_removed': object(
    { kind: factorKind, ...author },
    {
      description:
        'A second factor was removed. Without another one, the recovery codes were removed too. `by` is null after an account recovery.',
    },
  ),
  'user.recovery_codes_made': object(
    { ...author },
    { description: 'Ten new recovery codes were created, and the previous ones invalidated.' },
  ),
  'user.recovery_code_used': object(
    { left: integer({ minimum: 0, description: 'The number of unused codes.' }) },
    { description: 'A recovery code was used as the second factor.' },
  ),
  'user.factors_reset': object(
    { ...author },
    { description: 'An admin or API key removed all second factors of the user, and all sessions ended.' },
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
