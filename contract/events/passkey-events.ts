import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { object, string } from '../declaration/schema.ts'

const name = string({ description: 'The name that the user chose.' })

/** The events of passkeys, as `event-types.ts` lists them. */
export const passkeyEvents = {
  'user.passkey_added': object(
    { passkey_id: Id, name, ...author },
    { description: 'A passkey was added. It signs the user in, alone or after a password.' },
  ),
  'user.passkey_removed': object(
    { passkey_id: Id, name, ...author },
    {
      description: 'A passkey was removed. `by` is null after an account recovery.',
    },
  ),
  'user.passkey_suspect': object(
    { passkey_id: Id, name },
    {
      description:
        'The counter of a passkey went back, so the passkey may have been copied. It is rejected from now on, and all sessions ended.',
    },
  ),
} as const

/** The log messages of the events of passkeys, by the type of the event. */
export const passkeyLogMessages = {
  'user.passkey_added': 'a passkey was added',
  'user.passkey_removed': 'a passkey was removed',
  'user.passkey_suspect': 'a passkey may have been copied and is rejected',
} satisfies Record<keyof typeof passkeyEvents, string>
