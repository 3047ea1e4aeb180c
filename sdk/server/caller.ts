import type { AccessClaims } from '../verify-token.ts'

/** The signed-in user who sent a request. */
export interface Caller {
  userId: string
  username: string
  role: 'user' | 'admin'
  sessionId: string
  /** The time (RFC 3339) of the login, or of the last step-up. A refresh does not change it. */
  authenticatedAt: string
  /** The level of the last login or step-up: `aal2` when two different kinds of proof were given, otherwise `aal1`. */
  acr: string
  /** The methods of the last login or step-up (RFC 8176), such as `pwd` and `otp`. */
  amr: readonly string[]
  /** The access token, for calls to Latchkey on behalf of the user. It is left out when the caller is written as JSON. */
  readonly accessToken: string
}

/** Makes a caller from the verified claims of an access token. */
export function toCaller(claims: AccessClaims, accessToken: string): Caller {
  const caller = {
    userId: claims.sub,
    username: claims.username,
    role: claims.role,
    sessionId: claims.sid,
    authenticatedAt: new Date(claims.auth_time * 1000).toISOString(),
    acr: claims.acr ?? 'aal1',
    amr: claims.amr,
  }
  // The token is not enumerable, so that it is left out of JSON: in a page that shows its caller, scripts could read it.
  const property = { value: accessToken, enumerable: false }
  return Object.freeze(Object.defineProperty({ ...caller, accessToken }, 'accessToken', property))
}

/** Returns a caller in the form in which the route `/me` answers it, with the field names of the contract. */
export const toResource = ({ userId, username, role, sessionId, authenticatedAt, acr, amr }: Caller) => ({
  user_id: userId,
  username,
  role,
  session_id: sessionId,
  authenticated_at: authenticatedAt,
  acr,
  amr,
})
