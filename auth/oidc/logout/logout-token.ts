import type { SignatureAlgorithm } from '#sdk/verification-key.ts'
import type { Oidc } from '../core/oidc.ts'

/** An ended session of a user, about which a client is told. */
export interface Logout {
  clientId: string
  userId: string
  sessionId: string
  /** The address of the client when the session ended; absent from a message that an earlier version has queued. */
  address?: LogoutAddress
}

/** The URL at which a client is told of logouts, and the algorithm with which the token is signed. */
export interface LogoutAddress {
  url: string
  algorithm: SignatureAlgorithm
}

const lifetimeSeconds = 120

/**
 * Makes the token that tells a client of a logout (OpenID Connect Back-Channel Logout 1.0 section 2.4). Each attempt has a new
 * token with the same `jti`, by which the client recognizes repetitions.
 */
export function mintLogoutToken(
  { keys, policy, clock }: Pick<Oidc, 'keys' | 'policy' | 'clock'>,
  { logout, algorithm, jti }: { logout: Logout; algorithm: SignatureAlgorithm; jti: string },
): string {
  const { kid, sign } = keys.idToken(algorithm)
  const iat = Math.floor(clock.now() / 1000)
  const claims = {
    iss: policy.issuer,
    aud: logout.clientId,
    sub: logout.userId,
    sid: logout.sessionId,
    iat,
    exp: iat + lifetimeSeconds,
    jti,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const signed = `${encode({ alg: algorithm, kid, typ: 'logout+jwt' })}.${encode(claims)}`
  return `${signed}.${sign(signed).toString('base64url')}`
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
