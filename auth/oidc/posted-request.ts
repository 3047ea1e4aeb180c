import type { IncomingMessage } from 'node:http'
import { Failure } from '#contract/declaration/failures.ts'
import { isForm } from '#runtime/http/body.ts'

/** The maximum length of the parameters, in bytes. Many proxies accept a request line of 8 KiB. */
const maxBytes = 8_000

/**
 * Returns the parameters of a request that a client has sent by POST, as the query of the same request by GET. Parameters stay
 * in their order, and one that is repeated stays repeated, as `resource` may be (RFC 8707 section 2).
 * @throws {Failure}
 */
export async function readQuery(request: IncomingMessage): Promise<string> {
  // A body that is announced as too long is refused before it arrives.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuseLength()
  const body = await readBody(request)
  if (body.length > 0 && !isForm(request)) throw new Failure('unsupported_media_type')
  const query = new URLSearchParams(/\?.*/s.exec(request.url ?? '')?.[0])
  for (const [name, value] of new URLSearchParams(body)) query.append(name, value)
  const text = query.toString()
  return text.length > maxBytes ? refuseLength() : text
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Without the option, leaving the loop would close the connection before the reply is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    // The client has broken the request off.
    throw new Failure('malformed_request', { cause })
  }
  return length > maxBytes ? refuseLength() : Buffer.concat(chunks).toString()
}

function refuseLength(): never {
  const detail = `The parameters are longer than ${maxBytes} bytes.`
  throw new Failure('invalid_request', { errors: [{ pointer: '', code: 'too_long', detail }] })
}
