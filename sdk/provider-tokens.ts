import { areTimes, haveType, isTextList, type TokenKind } from './verify-token.ts'

/**
 * The claims of an access token (RFC 9068) that the OpenID provider issued to a client for an API. It says who the user is by `sub`
 * alone, and opens no route of Latchkey. Times are seconds since 1970 (NumericDate).
 */
export interface ApiClaims {
  iss: string
  /** The address of the API, as in `resources` of the client. */
  aud: string
  sub: string
  client_id: string
  sid: string
  jti: string
  iat: number
  exp: number
  auth_time: number
  /** The level of the sign-in: `aal2` when two different kinds of proof were given. */
  acr?: string
  amr?: string[]
  /** The scopes of the API, separated by spaces; absent when the client asked for none. */
  scope?: string
}

/** The claims of an ID token (OpenID Connect Core section 2). Which of those about the user are present depends on the scopes. */
export interface IdTokenClaims {
  iss: string
  /** The `client_id`. */
  aud: string
  sub: string
  sid: string
  iat: number
  exp: number
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
  roles?: string[]
}

export const apiTokens: TokenKind<ApiClaims> = {
  types: ['at+jwt'],
  hasClaims: (claims): claims is typeof claims & ApiClaims =>
    haveType('string', claims, ['iss', 'aud', 'sub', 'client_id', 'sid', 'jti']) &&
    haveType('string', claims, ['acr', 'scope'], true) &&
    areTimes(claims, ['iat', 'exp', 'auth_time']) &&
    isOptionalTextList(claims.amr) &&
    // A token that is bound to a key (RFC 9449) is worth nothing without a proof, which nobody checks here.
    claims.cnf === undefined,
}

export const idTokens: TokenKind<IdTokenClaims> = {
  // OpenID Connect names no type, and RFC 7519 section 5.1 recommends JWT for one.
  types: ['', 'JWT'],
  hasClaims: (claims): claims is typeof claims & IdTokenClaims =>
    haveType('string', claims, ['iss', 'aud', 'sub', 'sid']) &&
    haveType('string', claims, ['preferred_username', 'name', 'email'], true) &&
    haveType('boolean', claims, ['email_verified'], true) &&
    areTimes(claims, ['iat', 'exp']) &&
    isOptionalTextList(claims.roles),
}

const isOptionalTextList = (value: unknown): boolean => value === undefined || isTextList(value)
