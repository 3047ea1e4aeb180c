import { nullable, optional, string } from './schema.ts'

/** Who did what an event tells of. */
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
