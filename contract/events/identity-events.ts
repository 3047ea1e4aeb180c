import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { object } from '../declaration/schema.ts'
import { ProviderName } from '../sign-in/identities.ts'

/** The events of accounts at other providers, as `event-types.ts` lists them. */
export const identityEvents = {
  'user.identity_linked': object(
    { identity_id: Id, provider: ProviderName, ...author },
    { description: 'The user signs in with an account of another provider from now on.' },
  ),
  'user.identity_unlinked': object(
    { identity_id: Id, provider: ProviderName, ...author },
    {
      description:
        'An account of another provider signs in no more; `by` is null when the owner of the address took the user back.',
    },
  ),
} as const

/** The log messages of the events of accounts at other providers, by the type of the event. */
export const identityLogMessages = {
  'user.identity_linked': 'an account of another provider was linked',
  'user.identity_unlinked': 'an account of another provider was unlinked',
} satisfies Record<keyof typeof identityEvents, string>
