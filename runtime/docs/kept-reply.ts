import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A reply that is the same for everybody, stored in each encoding in which it is sent. */
export interface KeptReply {
  headers: Record<string, string>
  bodies: Record<Encoding, Buffer>
  /** The hash of the content, which the ETag of each encoding begins with. */
  version: string
}

type Encoding = 'br' | 'gzip' | 'identity'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/**
 * Compresses a reply once, outside the event loop, so that no request has to wait for it. The reply contains nothing secret
 * and nothing from a request, so the length of the compressed text reveals nothing (BREACH).
 */
export async function keepReply(headers: Record<string, string>, text: string): Promise<KeptReply> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([
    // The highest quality, 11, would take ten times as long and make the reply only a tenth smaller.
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(identity, { level: 9 }),
  ])
  const version = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return {
    headers: { 'cache-control': 'no-cache', vary: 'accept-encoding', ...headers },
    bodies: { br, gzip: gz, identity },
    version,
  }
}

/** Sends a kept reply in the best encoding that the client accepts, or 304 when the client has it already. */
export function sendKept(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { headers, bodies, version }: KeptReply,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  // Each encoding has an ETag of its own, because the bytes differ (RFC 9110 section 8.8.3.3).
  const etag = `"${version}-${encoding}"`
  reply.headers({ ...headers, etag })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

/**
 * Chooses the best encoding that the `Accept-Encoding` of a request allows (RFC 9110 section 12.5.3). An encoding that is not
 * named or has the weight 0 is not allowed.
 */
export function encodingFor(accepted = ''): Encoding {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  return weightOf(best) > 0 ? best : 'identity'
}

/**
 * Returns whether `If-None-Match` names this ETag (RFC 9110 section 13.1.2). The comparison is weak: the prefix `W/` is ignored.
 */
const isKnown = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) === true
