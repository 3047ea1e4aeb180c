import { type Schema, string } from './schema.ts'
import { sessionsHeader } from './sessions-header.ts'

/** Documented headers of a reply, by name. `optional` is true for a header that not every such reply has. */
export type ReplyHeaders = Record<string, ReplyHeader>

interface ReplyHeader {
  schema: Schema
  description: string
  optional?: true
}

/** The header of a reply to a change that ends sessions, while they have not ended everywhere yet. */
export const SessionsPending: ReplyHeaders = {
  [sessionsHeader]: {
    schema: string({ pattern: '^pending$' }),
    description:
      "`pending` while the authentication service hasn't confirmed that the sessions have ended. Until then it may accept their access tokens, which expire after `LATCHKEY_ACCESS_TOKEN_LIFETIME` (15 minutes by default). They can't be refreshed, and the user service rejects them. Without this header, all of the sessions have ended.",
    optional: true,
  },
}

export const Location: ReplyHeader = {
  schema: string({ format: 'uri-reference', minLength: 1 }),
  description: 'The URL of the created resource.',
}
