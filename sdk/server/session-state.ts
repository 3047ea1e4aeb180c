import { Failure } from '#contract/declaration/failures.ts'
import type { WebSessionContext } from './context.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { NewTokens } from './new-tokens.ts'
import { isSafe, isSameOrigin } from './same-origin.ts'
import { readSessionCookie, type SessionTokens, writeSessionCookie } from './session-cookie.ts'
import { kindOf, type Verified } from './session-kinds.ts'

/** What is known about the session of one request, and the change that its reply makes to the cookie. */
export interface SessionState {
  readonly context: WebSessionContext
  readonly request: IncomingRequest
  /** The tokens of the cookie, or the new tokens that the reply will store in it. */
  current?: SessionTokens | undefined
  isCookieRead?: boolean
  setCookie?: string
  /** True once the headers of the reply are complete, so that no cookie can be set any more. */
  isFinished?: boolean
}

/**
 * Returns the tokens of the session. The first call reads them from the cookie.
 * @throws {Failure} `forbidden` when there is a cookie and the request could have been sent by another site
 */
export function readTokens(state: SessionState): SessionTokens | undefined {
  const { context, request } = state
  if (state.isCookieRead) return state.current
  const found = readSessionCookie(request.header('cookie'), context.cookieName)
  if (found) requireSameOrigin(context, request)
  state.isCookieRead = true
  // A session through the hosted pages cannot continue without the client that began it.
  if (!found || (found.idToken !== undefined && !context.hosted)) return undefined
  state.current = found
  return found
}

/**
 * Refuses a request that changes something unless a page of the application sent it (cross-site request forgery).
 * @throws {Failure} `forbidden`
 */
export function requireSameOrigin({ origins }: WebSessionContext, request: IncomingRequest): void {
  if (isSafe(request) || isSameOrigin(request, origins)) return
  throw new Failure('forbidden', { detail: `Only pages of ${origins.join(', ')} may send this request.` })
}

/**
 * Makes new tokens those of the session: the reply sets them as the cookie. Returns the verified caller.
 * @throws {Error} when the tokens of Latchkey do not fit the options of the session
 */
export async function keepTokens(state: SessionState, tokens: NewTokens): Promise<Verified> {
  const { cookieName, issuer, hosted } = state.context
  const { refreshExpiresIn, ...kept } = tokens
  // The cookie is set before the tokens are verified: a refresh has used up the token that the browser has.
  state.setCookie = writeSessionCookie(cookieName, kept, refreshExpiresIn)
  state.isCookieRead = true
  state.current = kept
  try {
    return await kindOf(kept).verify(state.context, kept)
  } catch (cause) {
    if (!(cause instanceof Failure) || !['token_invalid', 'token_expired'].includes(cause.code)) throw cause
    const names =
      kept.idToken === undefined
        ? 'audience with LATCHKEY_ISSUER and LATCHKEY_AUDIENCE'
        : `resource (${hosted?.resource}) with LATCHKEY_ISSUER and the resources of the client`
    throw new Error(
      `Latchkey made a token that this application cannot accept. Compare issuer (${issuer}) and ${names}, and the clocks of both machines.`,
      { cause },
    )
  }
}
