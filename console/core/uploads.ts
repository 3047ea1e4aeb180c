import { finished, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { Failure } from '#contract/declaration/failures.ts'
import { maxUploadBytes } from '#runtime/http/body.ts'
import type { FileForm } from './file-forms.ts'

/** The maximum number of fields in a form with a file. The pages that have one send at most four. */
const maxParts = 5
const maxPartHeaderBytes = 4 * 1024

/**
 * Reads a form with files (RFC 7578) while it arrives, and returns its fields by name: the content of a file is the value of its
 * field, in Base64 if the page takes bytes. Each part costs far more than its bytes, so the form is refused with its sixth part, and
 * the rest is not parsed.
 * @throws {Failure} `invalid_request`, `body_too_large`
 */
export function readFields(
  type: string,
  body: Readable,
  { takes }: FileForm,
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const parser = parserOf(type)
    const parts = new Map<string, Buffer[]>()
    let size = 0
    const stop = (failure: Failure) => {
      body.off('data', countBytes)
      body.unpipe(parser)
      reject(failure)
    }
    const countBytes = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxUploadBytes) stop(tooLarge())
    }
    const refuse = (cause: unknown) => stop(unreadable(cause))
    parser
      .on('file', (name: string | undefined, content) => {
        const chunks: Buffer[] = []
        if (name === undefined || parts.has(name))
          refuse(new TypeError('A field has no name, or is sent twice.'))
        else parts.set(name, chunks)
        content.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', refuse)
      })
      .on('partsLimit', () => refuse(new TypeError(`The form has more than ${maxParts} fields.`)))
      .on('error', refuse)
      .on('finish', () => {
        try {
          const read = ([name, chunks]: [string, Buffer[]]) => [
            name,
            decoders[takes === 'bytes' && name === 'file' ? 'bytes' : 'text'](Buffer.concat(chunks)),
          ]
          resolve(Object.fromEntries([...parts].map(read)))
        } catch (cause) {
          refuse(cause)
        }
      })
    // Without this, the promise would never settle when the client disconnects in the middle of the form.
    finished(body, (error) => error && refuse(error))
    body.on('data', countBytes).pipe(parser)
  })
}

export const tooLarge = (): Failure =>
  new Failure('body_too_large', { detail: `The file is larger than ${maxUploadBytes / 1024 / 1024} MiB.` })

function unreadable(cause: unknown): Failure {
  const detail = 'The form cannot be read, or its file is not UTF-8.'
  return new Failure('invalid_request', { errors: [{ pointer: '', code: 'invalid_format', detail }], cause })
}

function parserOf(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Every part is treated as a file: the parser would decode other fields itself, and replace bytes that are not UTF-8.
      isPartAFile: () => true,
      limits: { parts: maxParts, headerSize: maxPartHeaderBytes },
    })
  } catch (cause) {
    throw unreadable(cause)
  }
}

const decoders = {
  bytes: (content: Buffer): string => content.toString('base64'),
  text: (content: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(content),
}
