import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#contract/failures.ts'

/** The size of a form with a file, in bytes. It is held in memory, so that the limit is low: the command line takes larger files. */
export const maxUploadBytes = 2 * 1024 * 1024

export const isUpload = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** Reads forms with files (RFC 7578) as other forms are read: a file is the text of its field. */
export const parseUploads = (app: FastifyInstance): void =>
  void app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxUploadBytes },
    async (request: FastifyRequest, body: Buffer) => readFields(request.headers['content-type'] ?? '', body),
  )

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The parser is that of Node's `fetch`. It wants the whole body, which is what the size above is for.
 * @throws {Failure} `invalid_request`
 */
async function readFields(type: string, body: Buffer): Promise<Record<string, string>> {
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
