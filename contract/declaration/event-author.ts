import { nullable, optional, string } from './schema.ts'

/** The author of the change that an event reports. */
export const by = nullable(
  string({
    description: 'The user or the API key that did it; null for the service itself and its commands.',
  }),
)

export const clientAddress = optional(
  string({
    description:
      'The network address that it came from; absent where somebody else did it, and where it is not known.',
  }),
)
