import { Failure } from '#contract/declaration/failures.ts'
import { isObject, parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import type { IncomingRequest } from './incoming-request.ts'

const maxBodyBytes = 65_536

/** True when a form of a page without JavaScript sent the request: a person then waits for a page, not for JSON. */
export const isForm = (request: IncomingRequest): boolean =>
  mediaType(request) === 'application/x-www-form-urlencoded'

/**
 * Reads the fields of a JSON object or of a form. Empty fields of a form are left out, because browsers also send the fields
 * that a person has not filled in.
 * @throws {Failure} `body_too_large`, `malformed_json`, `unsupported_media_type`
 */
export async function readFields(request: IncomingRequest): Promise<Record<string, unknown>> {
  const type = mediaType(request)
  if (!['', 'application/json', 'application/x-www-form-urlencoded'].includes(type)) {
    const detail = 'The body must be sent as application/json or application/x-www-form-urlencoded.'
    throw new Failure('unsupported_media_type', { detail })
  }
  const text = await readText(request)
  if (isForm(request))
    return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''))
  if (text === '') return {}
  if (type === '') throw new Failure('unsupported_media_type')
  const value = parseJson(text)
  if (!isObject(value)) throw new Failure('malformed_json')
  return value
}

const mediaType = ({ header }: IncomingRequest): string =>
  (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (cause) {
    if (cause instanceof StrictJsonError) throw new Failure('malformed_json', { cause })
    throw cause
  }
}

async function readText(request: IncomingRequest): Promise<string> {
  if (Number(request.header('content-length') ?? 0) > maxBodyBytes) throw new Failure('body_too_large')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const chunks = request.body()
  let text = ''
  let size = 0
  // The iterator is not closed when the body is too large: that would cut the connection before the reply is sent.
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.byteLength
    if (size > maxBodyBytes) throw new Failure('body_too_large')
    text += decode(decoder, next.value)
  }
  return text + decode(decoder)
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new Failure('malformed_json', { cause })
  }
}
