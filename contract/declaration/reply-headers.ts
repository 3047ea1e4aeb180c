import { type Schema, string } from './schema.ts'

/** Documented headers of a reply, by name. `optional` is true for a header that not every such reply has. */
export type ReplyHeaders = Record<string, ReplyHeader>

interface ReplyHeader {
  schema: Schema
  description: string
  optional?: true
}

export const Location: ReplyHeader = {
  schema: string({ format: 'uri-reference', minLength: 1 }),
  description: 'Where that which was made is found.',
}
