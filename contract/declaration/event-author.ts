import { nullable, optional, string } from './schema.ts'

/** The author of the change that an event reports. */
export const by = nullable(
  string({
    description: 'The user or the API key that did it; null for the service itself and its commands.',
    examples: ['01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'],
  }),
)

/** The fields that say who ran the command of the command line that caused an event. */
export const byOperator = {
  by_os_user: optional(
    string({
      description:
        'The account of the operating system that ran the command; absent for calls over the network.',
    }),
  ),
  by_host: optional(string({ description: 'The host on which the command ran; absent like the account.' })),
}

/** The fields that say from where a user or an API key acted. */
export const byPerson = {
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

/** The fields that say from where the author of a change acted, when it was a change to another user. */
export const byOrigin = { ...byPerson, ...byOperator }

export const author = { by, ...byOrigin }

export const clientAddress = optional(
  string({
    description:
      'The network address that it came from; absent where somebody else did it, and where it is not known.',
  }),
)
