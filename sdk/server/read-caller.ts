import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { ServiceUnreachable } from '../send-request.ts'
import type { Caller } from './caller.ts'
import { clientHeaders, type IncomingRequest } from './incoming-request.ts'
import type { NewTokens } from './new-tokens.ts'
import { removeSessionCookie, type SessionTokens } from './session-cookie.ts'
import { kindOf, type Verified, verifyOwn } from './session-kinds.ts'
import { keepTokens, readTokens, type SessionState } from './session-state.ts'

/** The sender of a request: a caller, or the failure that says why there is none. */
export interface Reading {
  caller?: Caller
  failure?: Failure
}

/**
 * Finds out who sent a request: by the access token of its Authorization header if it has one, otherwise by its cookie, whose
 * tokens are refreshed when that is due.
 * @throws {Failure} `auth_service_unavailable` when it cannot be found out now; `forbidden` for a request of another site
 */
export async function readCaller(state: SessionState): Promise<Reading> {
  const { context, request } = state
  const bearer = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (bearer !== undefined) return toReading(await orRefusal(verifyOwn(context, bearer)))
  const tokens = readTokens(state)
  if (!tokens) return { failure: new Failure('token_missing', { detail: 'Nobody is signed in.' }) }
  const found = await orRefusal(kindOf(tokens).verify(context, tokens))
  if (isFailure(found) && found.code === 'session_ended' && !mayRevive(state, tokens))
    return tokens.idToken === undefined ? endWith(state, found) : { failure: found }
  if (isFailure(found) || isDue(state, found)) return refresh(state, tokens, found)
  return { caller: found.caller }
}

/** Returns the refusal of a token in place of throwing it. Every other failure is still thrown. */
async function orRefusal(verified: Promise<Verified>): Promise<Verified | Failure> {
  try {
    return await verified
  } catch (error) {
    if (isFailure(error) && ['token_invalid', 'token_expired', 'session_ended'].includes(error.code))
      return error
    throw error
  }
}

const isFailure = (value: unknown): value is Failure => value instanceof Failure

const toReading = (found: Verified | Failure): Reading =>
  isFailure(found) ? { failure: found } : { caller: found.caller }

/**
 * True when a session that has ended by the word of an introspection is asked about once more by a refresh. An introspection gives
 * the same reply for a token that has expired by the clock of Latchkey, so only `invalid_grant` ends the cookie.
 */
const mayRevive = ({ request, isFinished }: SessionState, { idToken }: SessionTokens): boolean =>
  idToken !== undefined && !isFinished && !isHandshake(request)

/**
 * True in the last fifth of the lifetime of an access token: it is refreshed early, so that the application always has a token
 * that stays valid for a while. False when the reply can no longer set a cookie.
 */
const isDue = ({ context, request, isFinished }: SessionState, { iat, exp }: Verified): boolean =>
  !isFinished && !isHandshake(request) && context.now() / 1000 >= iat + 0.8 * (exp - iat)

/** True for the first request of a WebSocket, whose reply sets no cookie in many runtimes. */
const isHandshake = ({ header }: IncomingRequest): boolean => header('upgrade') !== undefined

/**
 * The failures of a refresh that mean that the session has ended. Every other failure means that Latchkey cannot be reached now.
 */
const over = ['session_ended', 'token_invalid', 'invalid_request']

async function refresh(
  state: SessionState,
  tokens: SessionTokens,
  found: Verified | Failure,
): Promise<Reading> {
  // A refresh uses up the refresh token of the browser, so the reply must still be able to give the browser the new one.
  if (state.isFinished) throw new Error('The caller has to be read before the reply begins.')
  const { context, request } = state
  if (isHandshake(request))
    throw new Failure('token_expired', { detail: 'Send an ordinary request first: it refreshes the token.' })
  let next: NewTokens
  try {
    next = await kindOf(tokens).refresh(context, tokens, clientHeaders(request))
  } catch (error) {
    // The failure of the token says why the session has ended, if that is known.
    if (isFailure(error) && over.includes(error.code))
      return endWith(state, isFailure(found) && found.code === 'session_ended' ? found : error)
    if (!isOutage(error)) throw error
    // The refresh failed because of an outage, but the access token is still valid: the next request tries again.
    if (!isFailure(found)) return { caller: found.caller }
    throw toUnavailable(error)
  }
  try {
    return { caller: (await keepTokens(state, next)).caller }
  } catch (error) {
    if (isFailure(error) && error.code === 'session_ended')
      return next.idToken === undefined ? endWith(state, error) : { failure: error }
    throw isOutage(error) ? toUnavailable(error) : error
  }
}

function endWith(state: SessionState, failure: Failure): Reading {
  state.setCookie = removeSessionCookie(state.context.cookieName)
  state.current = undefined
  return { failure }
}

/** True for a fault of the network or of a service, which says nothing about the session. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ServiceUnreachable) return true
  if (!isFailure(error)) return false
  // A later version of Latchkey may answer a code that is not in this table.
  const status = failures[error.code]?.http ?? 502
  return status >= 500 || status === 429
}

/** Makes the failure that asks the client to try again later. The session does not change. */
export function toUnavailable(cause: unknown): Failure {
  const retryAfterSeconds = (isFailure(cause) ? cause.retryAfterSeconds : undefined) ?? 1
  return new Failure('auth_service_unavailable', { cause, retryAfterSeconds })
}
