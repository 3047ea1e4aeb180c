import { nullable, string } from './schema.ts'

/** Who did what an event tells of. */
export const by = nullable(
  string({
    description: 'The user or the API key that did it; null for the service itself and its commands.',
  }),
)
