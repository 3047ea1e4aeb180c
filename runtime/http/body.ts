import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { parseStrictForm, StrictFormError } from '#contract/rules/strict-form.ts'
import { parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import { noImage } from '../requests/operation.ts'
import { pointerTo } from '../requests/validation.ts'
import type { ClientForm } from './client-proof.ts'

type Parse = (request: FastifyRequest, body: Buffer) => unknown

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The parameters of a form that serve for client authentication (RFC 6749 section 2.3). They are not fields of the endpoint,
     * so they are kept apart.
     */
    clientForm?: ClientForm | undefined
  }
}

const formType = 'application/x-www-form-urlencoded'

/** Reads bodies of routes: JSON, or a form where the endpoint takes one. Any other body is refused, unless it is empty. */
export const parseBodies = (app: FastifyInstance): void =>
  parseWith(app, [
    [['application/json', 'application/merge-patch+json'], parseJson],
    [
      formType,
      (request, body) =>
        request.routeOptions.config.endpoint?.form
          ? parseOAuthForm(request, body)
          : refuseBody(request, body),
    ],
    [['application/octet-stream', 'image/png', 'image/webp'], takeBytes],
    ['*', refuseBody],
  ])

/** Takes the bytes of a file, where the endpoint takes one. The server bounds their number before. */
const takeBytes: Parse = (request, body) =>
  request.routeOptions.config.endpoint?.upload ? body : refuseBody(request, body)

/** The body of a form; undefined when it is empty. */
export type Form = Record<string, string> | undefined

/** The maximum size of a form with a file, in bytes. It is held in memory; the command line takes larger files. */
export const maxUploadBytes = 2 * 1024 * 1024

/** Reads bodies of pages: forms. Any other body is refused, unless it is empty. */
export const parseForms = (app: FastifyInstance): void =>
  parseWith(app, [
    [formType, parseForm],
    ['*', refuseBody],
  ])

function parseWith(app: FastifyInstance, parsers: [string | string[], Parse][]): void {
  app.removeAllContentTypeParsers()
  for (const [types, parse] of parsers) {
    app.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, body, done) =>
      done(null, parse(request, body)),
    )
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseJson({ method, headers }: FastifyRequest, body: Buffer): unknown {
  const contentType = headers['content-type'] ?? ''
  const isPatch = contentType.startsWith('application/merge-patch')
  if (isPatch && method !== 'PATCH') throw new Failure('unsupported_media_type')
  requireUtf8(contentType)
  if (body.length === 0) return undefined
  try {
    return parseStrictJson(utf8.decode(body))
  } catch (cause) {
    const detail = cause instanceof StrictJsonError ? cause.message : 'The body is not UTF-8.'
    throw new Failure('malformed_json', { detail, cause })
  }
}

export const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['content-type']?.slice(0, formType.length).toLowerCase() === formType

/** Reads a form of OAuth, whose unknown parameters are ignored (RFC 6749 section 3.2). In JSON an unknown field is refused. */
function parseOAuthForm(request: FastifyRequest, body: Buffer): unknown {
  const parameters = parseForm(request, body)
  if (parameters === undefined) return undefined
  request.clientForm = parameters
  const known = request.routeOptions.config.endpoint?.body?.properties ?? {}
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => Object.hasOwn(known, name)))
}

function parseForm({ headers }: FastifyRequest, body: Buffer): Form {
  requireUtf8(headers['content-type'] ?? '')
  if (body.length === 0) return undefined
  try {
    return parseStrictForm(utf8.decode(body))
  } catch (cause) {
    const { code, parameter, message } =
      cause instanceof StrictFormError
        ? cause
        : { code: 'invalid_format', parameter: '', message: 'The body is not UTF-8.' }
    const pointer = parameter === '' ? '' : pointerTo(parameter.slice(0, 100))
    throw new Failure('invalid_request', { errors: [{ pointer, code, detail: message }], cause })
  }
}

/** Refuses a body, but not an empty one: some clients send the content type of a form with no body. */
function refuseBody(request: FastifyRequest, body: Buffer): undefined {
  if (body.length === 0) return
  throw request.routeOptions.config.endpoint?.upload ? noImage() : new Failure('unsupported_media_type')
}

function requireUtf8(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(charset)) throw new Failure('unsupported_media_type')
}
