import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { object, string } from '../declaration/schema.ts'

const name = string({ description: 'As the user calls it.' })

/** The events of passkeys, as `event-types.ts` lists them. */
export const passkeyEvents = {
  'user.passkey_added': object(
    { passkey_id: Id, name, ...author },
    { description: 'A passkey logs in from now on, alone or after a password.' },
  ),
  'user.passkey_removed': object(
    { passkey_id: Id, name, ...author },
    {
      description:
        'A passkey logs in no more; `by` is null when the owner of the address took the user back.',
    },
  ),
  'user.passkey_suspect': object(
    { passkey_id: Id, name },
    {
      description:
        'The counter of a passkey fell back, so that somebody may have copied it: it is refused from now on, and all sessions are over.',
    },
  ),
} as const

/** The log messages of the events of passkeys, by the type of the event. */
export const passkeyLogMessages = {
  'user.passkey_added': 'a passkey was added',
  'user.passkey_removed': 'a passkey was removed',
  'user.passkey_suspect': 'a passkey may have been copied and is refused',
} satisfies Record<keyof typeof passkeyEvents, string>
