import { nullable, optional, string } from './schema.ts'

/** The author of the change that an event reports. */
export const by = nullable(
  string({
    description: 'The user or the API key that did it; null for the service itself and its commands.',
  }),
)

/** The fields that say from where the author of a change acted, when it was a change to somebody else. */
export const byOrigin = {
  by_address: optional(
    string({
      description:
        'The network address from which `by` acted; absent for users who did it to themselves, for commands, and where it is not known.',
    }),
  ),
  by_user_agent: optional(
    nullable(
      string({ description: 'The user agent of `by`, as far as it was sent; absent like the address.' }),
    ),
  ),
}

export const author = { by, ...byOrigin }

export const clientAddress = optional(
  string({
    description:
      'The network address that it came from; absent where somebody else did it, and where it is not known.',
  }),
)
