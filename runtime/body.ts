import type { FastifyRequest } from 'fastify'
import { Failure } from '#contract/failures.ts'
import { parseStrictJson, StrictJsonError } from '#contract/strict-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseBody({ method, headers }: FastifyRequest, body: Buffer): unknown {
  const contentType = headers['content-type'] ?? ''
  const isPatch = contentType.startsWith('application/merge-patch')
  if (isPatch && method !== 'PATCH') throw new Failure('unsupported_media_type')
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new Failure('unsupported_media_type')
  if (body.length === 0) return undefined
  try {
    return parseStrictJson(utf8.decode(body))
  } catch (cause) {
    const detail = cause instanceof StrictJsonError ? cause.message : 'The body is not UTF-8.'
    throw new Failure('malformed_json', { detail, cause })
  }
}
