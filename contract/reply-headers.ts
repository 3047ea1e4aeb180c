import { type Schema, string } from './schema.ts'

/** The headers of a reply that a client may want to know of, by name; `optional` is one that not every such reply has. */
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
