import { nullable, optional, string } from './schema.ts'

/** The author of the change that an event reports. */
export const by = nullable(
  string({
    description: 'The user or API key that made the change. Null for the service itself and for commands.',
    examples: ['01a1f4d2-0b52-7c19-9d3e-71c4a8f05e02'],
  }),
)

/** The fields that say who ran the command of the command line that caused an event. */
export const byOperator = {
  by_os_user: optional(
    string({
      description: 'The system account that ran the command. Absent for requests.',
    }),
  ),
  by_host: optional(string({ description: 'The host on which the command ran. Absent for requests.' })),
}

/** The fields that say from where a user or an API key acted. */
export const byPerson = {
  by_address: optional(
    string({
      description:
        'The IP address of `by`. Absent for changes by the user themselves, for commands, and if unknown.',
    }),
  ),
  by_user_agent: optional(
    nullable(
      string({
        description: 'The user agent of `by`. Absent if none was sent, and whenever `by_address` is.',
      }),
    ),
  ),
}

/** The fields that say from where the author of a change acted, when it was a change to another user. */
export const byOrigin = { ...byPerson, ...byOperator }

export const author = { by, ...byOrigin }

export const clientAddress = optional(
  string({
    description:
      'The IP address of the user. Absent if another user or API key made the change, and if unknown.',
  }),
)
