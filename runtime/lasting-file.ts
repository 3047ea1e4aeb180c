import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'

/** A file whose URL has its version, so that browsers may cache it for a year. */
export interface LastingFile {
  /** The media type. */
  type: string
  content: Buffer
  /** A part of the SHA-256 digest of the content, in hex: another content has another URL. */
  version: string
}

export const lastingFile = (type: string, content: Buffer): LastingFile => ({
  type,
  content,
  version: hash('sha256', content, 'hex').slice(0, 16),
})

/**
 * Sends a file for the version in its URL.
 * @throws {Failure} `route_not_found` for a file that does not exist, and for another version of it
 */
export function sendLastingFile(
  reply: FastifyReply,
  file: LastingFile | undefined,
  version: string,
): FastifyReply {
  if (file?.version !== version) throw new Failure('route_not_found')
  return reply
    .headers({ 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable' })
    .send(file.content)
}
