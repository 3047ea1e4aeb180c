import { author } from '../declaration/event-author.ts'
import { Id } from '../declaration/fields.ts'
import { object } from '../declaration/schema.ts'
import { ProviderName } from '../sign-in/identities.ts'

/** The events of accounts at other providers, as `event-types.ts` lists them. */
export const identityEvents = {
  'user.identity_linked': object(
    { identity_id: Id, provider: ProviderName, ...author },
    { description: 'An account at an identity provider was linked. The user can sign in with it.' },
  ),
  'user.identity_unlinked': object(
    { identity_id: Id, provider: ProviderName, ...author },
    {
      description: 'An account at an identity provider was unlinked. `by` is null after an account recovery.',
    },
  ),
} as const

/** The log messages of the events of accounts at other providers, by the type of the event. */
export const identityLogMessages = {
  'user.identity_linked': 'an account at an identity provider was linked',
  'user.identity_unlinked': 'an account at an identity provider was unlinked',
} satisfies Record<keyof typeof identityEvents, string>
