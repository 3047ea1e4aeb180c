import type { ApiClaims, IdTokenClaims } from '../provider-tokens.ts'
import type { AccessClaims } from '../verify-token.ts'

/** The signed-in user who sent a request. It has the same fields for both ways to sign in. */
export interface Caller {
  userId: string
  username: string
  /** The display name; undefined when the user has none. */
  name: string | undefined
  /**
   * The email address; undefined when it is not known: the client may not request the scope `email`, or the user service cannot be
   * reached now.
   */
  email: string | undefined
  /** True when the user has confirmed the address. False while the address is not known. */
  emailVerified: boolean
  /**
   * The role of the user at Latchkey, as information for your application. After `signIn()`, it is `user` if the client may not
   * request the scope `roles`.
   */
  role: 'user' | 'admin'
  /** The scopes of the access token. */
  scopes: readonly string[]
  sessionId: string
  /** The time (RFC 3339) of the login, or of the last step-up. A refresh does not change it. */
  authenticatedAt: string
  /** The level of the last login or step-up: `aal2` when two different kinds of proof were given, otherwise `aal1`. */
  acr: string
  /** The methods of the last login or step-up (RFC 8176), such as `pwd` and `otp`. */
  amr: readonly string[]
  /**
   * The access token: after a sign-in by your own form, for calls to Latchkey on behalf of the user; after `signIn()`, for your own
   * address only. It is left out when the caller is written as JSON.
   */
  readonly accessToken: string
}

/** The part of a user of Latchkey that its own access tokens do not contain. */
export interface Profile {
  name: string | null
  email: string
  email_verified: boolean
}

/** Makes a caller from the verified claims of an access token of Latchkey, and from what the user service says. */
export const toCaller = (claims: AccessClaims, accessToken: string, profile: Profile | undefined): Caller =>
  callerOf(claims, accessToken, {
    username: claims.username,
    name: profile?.name ?? undefined,
    email: profile?.email,
    emailVerified: profile?.email_verified ?? false,
    role: claims.role,
  })

/** Makes a caller from the verified claims of both tokens of a sign-in through the hosted pages. */
export const toHostedCaller = (claims: ApiClaims, id: IdTokenClaims, accessToken: string): Caller =>
  callerOf(claims, accessToken, {
    username: id.preferred_username ?? id.sub,
    name: id.name,
    email: id.email,
    emailVerified: id.email_verified ?? false,
    role: id.roles?.includes('admin') ? 'admin' : 'user',
  })

function callerOf(
  claims: AccessClaims | ApiClaims,
  accessToken: string,
  person: Pick<Caller, 'username' | 'name' | 'email' | 'emailVerified' | 'role'>,
): Caller {
  const caller = {
    userId: claims.sub,
    ...person,
    scopes: Object.freeze((claims.scope ?? '').split(' ').filter((scope) => scope !== '')),
    sessionId: claims.sid,
    authenticatedAt: new Date(claims.auth_time * 1000).toISOString(),
    acr: claims.acr ?? 'aal1',
    amr: claims.amr ?? [],
  }
  // The token is not enumerable, so that it is left out of JSON: in a page that shows its caller, scripts could read it.
  const property = { value: accessToken, enumerable: false }
  return Object.freeze(Object.defineProperty({ ...caller, accessToken }, 'accessToken', property))
}

/** Returns a caller in the form in which the route `/me` answers it, with the field names of the contract. */
export const toResource = ({
  userId,
  username,
  name = null,
  email = null,
  emailVerified,
  role,
  scopes,
  sessionId,
  authenticatedAt,
  acr,
  amr,
}: Omit<Caller, 'name' | 'email'> & {
  name?: string | null | undefined
  email?: string | null | undefined
}) => ({
  user_id: userId,
  username,
  name,
  email,
  email_verified: emailVerified,
  role,
  scopes,
  session_id: sessionId,
  authenticated_at: authenticatedAt,
  acr,
  amr,
})
