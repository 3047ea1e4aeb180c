import { hash, timingSafeEqual } from 'node:crypto'
import {
  type Caller,
  callerId,
  type Endpoint,
  limitsChanges,
  maxBodyBytes,
} from '#contract/declaration/endpoint.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { Log } from '../log/log.ts'
import { checker, pointerTo } from './validation.ts'

/** The functions that find out who calls an endpoint, the same for HTTP and gRPC. */
export interface Guard {
  /** Finds the caller of a bearer credential, or throws a Failure. A service whose routes need a caller must have it. */
  authenticate?: (token: string) => Caller | Promise<Caller>
  /** The service tokens with which the other service of Latchkey authenticates. Any of them is accepted. */
  serviceTokens: readonly string[]
  /** Counts a change by a caller without scopes against the limit of changes. */
  countChange?: (id: string) => void
  /**
   * The time between two checks of whether the reader of a stream is still admitted, in milliseconds; `usualAdmissionMs` if
   * absent.
   */
  admissionMs?: number | undefined
}

/** The default of `admissionMs`: the time between two checks of whether the reader of a stream is still admitted. */
export const usualAdmissionMs = 10_000

/** The checks of an endpoint before its handler is called, the same for HTTP and gRPC. */
export interface Operation {
  /** Returns the caller, or throws a Failure. Absent where the endpoint is open to anyone. */
  admit: ((token: string | undefined) => Caller | undefined | Promise<Caller | undefined>) | undefined
  /** Checks the parts of a request against the schemas of the endpoint. @throws {Failure} `invalid_request` */
  check(input: { params?: unknown; query?: unknown; body?: unknown }): void
}

/** Makes the checks of an endpoint. With `coerce`, the text "50" in a path or a query is taken for the number 50. */
export function operation(endpoint: Endpoint, { coerce, ...guard }: Guard & { coerce: boolean }): Operation {
  const checkParams = endpoint.params && checker(endpoint.params, { coerce })
  const { query } = endpoint
  const checkQuery = query ? checker(query, { coerce }) : endpoint.anyQuery ? undefined : refuseFields
  const checkBody = endpoint.upload ? requireBytes : endpoint.body ? checker(endpoint.body) : refuseFields
  return {
    admit: admission(endpoint, guard),
    check({ params, query, body }) {
      checkParams?.(params)
      checkQuery?.(query)
      if (endpoint.body && body === undefined) throw missingBody()
      checkBody(body)
    },
  }
}

const missingBody = (): Failure =>
  new Failure('invalid_request', {
    errors: [{ pointer: '', code: 'required', detail: 'The body is missing.' }],
  })

/** Requires the bytes of a file. A call within this process has not passed the limit of the server. */
function requireBytes(sent: unknown): void {
  if (sent === undefined) throw missingBody()
  if (!(sent instanceof Uint8Array)) throw noImage()
  if (sent.length === 0) throw missingBody()
  if (sent.length > maxBodyBytes) throw new Failure('body_too_large')
}

export const noImage = (): Failure =>
  new Failure('unsupported_media_type', { detail: 'The body must be sent as image/png or image/webp.' })

/**
 * Refuses fields where the endpoint takes none, because they would be ignored silently. An absent or empty
 * object is accepted.
 */
function refuseFields(sent: unknown): void {
  const names = isObject(sent) ? Object.keys(sent) : undefined
  if (sent === undefined || names?.length === 0) return
  const pointer = names?.[0] === undefined ? '' : pointerTo(names[0].slice(0, 100))
  const errors = [{ pointer, code: 'unknown_field', detail: 'This route takes no fields.' }]
  throw new Failure('invalid_request', { errors })
}

function admission(
  endpoint: Endpoint,
  { authenticate, serviceTokens, countChange }: Guard,
): Operation['admit'] {
  const { access } = endpoint
  if (access === 'anyone' || access === 'token') return undefined
  const isService = serviceCheck(serviceTokens)
  if (access === 'service') {
    return (token) => {
      if (!isService(token)) throw new Failure('service_token_invalid')
      return undefined
    }
  }
  if (!authenticate)
    throw new Error(`${endpoint.name} needs a caller, and this server does not authenticate callers.`)
  const isChange = limitsChanges(endpoint)
  const permit = (caller: Caller): Caller => {
    if (access !== 'signed_in' && !caller.scopes.includes(access)) throw new Failure('forbidden')
    // The limit does not apply to a caller with scopes, such as an admin, who may have many users to change.
    if (isChange && caller.scopes.length === 0) countChange?.(callerId(caller))
    return caller
  }
  return (token) => {
    if (token === undefined) throw new Failure('token_missing')
    if (endpoint.serviceToo && isService(token)) return undefined
    const caller = authenticate(token)
    return caller instanceof Promise ? caller.then(permit) : permit(caller)
  }
}

/**
 * Checks again whether the reader of a stream is admitted, and throws when not. When the check itself fails, as in an outage,
 * the stream goes on until the next check.
 * @throws {Failure} one with a status below 500
 */
export async function stillAdmitted(admit: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await admit()
  } catch (error) {
    if (error instanceof Failure && failures[error.code].http < 500) throw error
    log.warn({ err: error }, 'cannot check whether a stream may continue')
  }
}

function serviceCheck(serviceTokens: readonly string[]): (token: string | undefined) => boolean {
  const digests = serviceTokens.map(digest)
  return (token) => {
    if (token === undefined) return false
    const sent = digest(token)
    return digests.some((known) => timingSafeEqual(known, sent))
  }
}

/**
 * Hashes a secret. Secrets are compared by their digests, so that the time of the comparison reveals neither
 * their content nor their length.
 */
const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** Reads a bearer token (RFC 6750 section 2.1); the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerTokenIn(authorization = ''): string | undefined {
  // Nearly all clients write the header in this form, which needs no pattern.
  if (authorization.startsWith('Bearer ') && authorization[7] !== ' ')
    return authorization.slice(7) || undefined
  return /^bearer +(\S.*)$/i.exec(authorization)?.[1]
}
