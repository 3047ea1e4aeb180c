import { hash, timingSafeEqual } from 'node:crypto'
import { type Caller, callerId, type Endpoint, limitsChanges } from '#contract/endpoint.ts'
import { Failure, failures } from '#contract/failures.ts'
import type { Log } from './log.ts'
import { checker, pointerTo } from './validation.ts'

/** Who is asked, by whichever transport, who is calling. */
export interface Guard {
  /** Turns a bearer credential into who is calling, or throws why not. Needed where a route wants somebody signed in. */
  authenticate?: (token: string) => Caller | Promise<Caller>
  serviceTokens: readonly string[]
  /** Counts a change that somebody without a right over others makes; throws when there were too many. */
  countChange?: (id: string) => void
}

/** What an endpoint demands before its handler is called, the same for every transport. */
export interface Operation {
  /** Who is calling, or why that is refused. Absent where nobody needs to know. */
  admit: ((token: string | undefined) => Caller | undefined | Promise<Caller | undefined>) | undefined
  /** @throws {Failure} `invalid_request` */
  check(input: { params?: unknown; query?: unknown; body?: unknown }): void
}

/** `coerce`: parameters and queries arrive as text, so that "50" may be taken for 50. */
export function operation(endpoint: Endpoint, { coerce, ...guard }: Guard & { coerce: boolean }): Operation {
  const checkParams = endpoint.params && checker(endpoint.params, { coerce, prefix: '' })
  const { query } = endpoint
  const checkQuery = query
    ? checker(query, { coerce, prefix: '' })
    : endpoint.anyQuery
      ? undefined
      : refuseFields
  const checkBody = endpoint.body ? checker(endpoint.body, { coerce: false, prefix: '' }) : refuseFields
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

/** An endpoint that takes nothing: an absent or an empty object will do, a field would be swallowed. */
function refuseFields(sent: unknown): void {
  const names =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? Object.keys(sent) : undefined
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
  if (!authenticate) throw new Error(`${endpoint.name} wants a caller, and nobody here can tell who calls.`)
  const isChange = limitsChanges(endpoint)
  const permit = (caller: Caller): Caller => {
    if (access !== 'signed_in' && !caller.scopes.includes(access)) throw new Failure('forbidden')
    // Whoever has a right over others works through many of them.
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
 * Throws when whoever reads a stream would no longer be let in. That nobody could be asked is no refusal: the stream goes
 * on, and the question is put again.
 */
export async function stillAdmitted(admit: () => Promise<unknown>, log: Log): Promise<void> {
  try {
    await admit()
  } catch (error) {
    if (error instanceof Failure && failures[error.code].http < 500) throw error
    log.warn({ err: error }, 'whether a stream may go on could not be found out')
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

/** Compared as digests, so that neither the content nor the length of a secret shows in the time. */
const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerTokenIn(authorization = ''): string | undefined {
  // As nearly all write it.
  if (authorization.startsWith('Bearer ') && authorization[7] !== ' ')
    return authorization.slice(7) || undefined
  return /^bearer +(\S.*)$/i.exec(authorization)?.[1]
}
