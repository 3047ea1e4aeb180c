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
      '`pending` while the authentication service has not confirmed that the sessions have ended. Until it does, it may accept their access tokens, which expire after `LATCHKEY_ACCESS_TOKEN_LIFETIME` (15 minutes). They cannot be refreshed, and the user service accepts none of them. Without this header all of them have ended.',
    optional: true,
  },
}

export const Location: ReplyHeader = {
  schema: string({ format: 'uri-reference', minLength: 1 }),
  description: 'Where that which was made is found.',
}
