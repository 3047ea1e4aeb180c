import { Failure } from '#contract/failures.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a form with files (RFC 7578), and returns its fields by name: the content of a file is the value of its field. The
 * parser is that of Node's `fetch`. It needs the whole body in memory, so `maxUploadBytes` limits the size of the body.
 * @throws {Failure} `invalid_request`
 */
export async function readFields(type: string, body: Buffer): Promise<Record<string, string>> {
  const fields = new Map<string, string>()
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    for (const [name, value] of form) {
      if (fields.has(name)) throw new TypeError('A field is sent twice.')
      fields.set(name, typeof value === 'string' ? value : utf8.decode(await value.arrayBuffer()))
    }
  } catch (cause) {
    const detail = 'The form cannot be read, or its file is not UTF-8.'
    throw new Failure('invalid_request', { errors: [{ pointer: '', code: 'invalid_format', detail }], cause })
  }
  return Object.fromEntries(fields)
}
