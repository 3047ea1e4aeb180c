import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Failure } from '#contract/declaration/failures.ts'
import { scopesOf } from '#contract/rules/rights.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { decodeJwt } from '#sdk/jwt.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import type { Auth } from '../core/auth.ts'
import { levelOf } from '../core/level-of.ts'
import type { Session } from '../core/session.ts'

/** Makes both tokens of a session in its present state. Nothing is stored. */
export function mintTokenPair(auth: Auth, session: Session, user: UserResource): TokenPairResource {
  const now = auth.clock.now()
  // An access token never outlives its session: the revocation feed reports sessions that were ended, but not sessions
  // that expire.
  const accessExpiresAt = Math.min(now + auth.policy.accessTokenMs, session.idleExpiresAt)
  return {
    access_token: mintAccessToken(auth, { session, user, now, expiresAt: accessExpiresAt }),
    refresh_token: mintRefreshToken(auth, session),
    token_type: 'Bearer',
    expires_in: seconds(accessExpiresAt) - seconds(now),
    // The time is rounded down to whole seconds, to be the same as in the token and in `/auth/validate`.
    expires_at: toRfc3339(seconds(accessExpiresAt) * 1000),
    refresh_expires_in: seconds(session.idleExpiresAt) - seconds(now),
    session_id: session.id,
    // During an upgrade, a user service of the previous version does not send `is_active`.
    user: { ...user, is_active: user.status === 'active' },
  }
}

/**
 * The `client_id` of access tokens that users get by logging in at Latchkey itself, without an OpenID client. RFC 9068
 * section 2.2 requires this claim, and libraries refuse a token without it. It differs from the audience, which
 * operators set to name their applications.
 */
const firstPartyClient = 'latchkey'

/** Converts epoch milliseconds to a NumericDate (RFC 7519 section 2). */
const seconds = (epochMs: number): number => Math.floor(epochMs / 1000)

function mintAccessToken(
  { keys, policy }: Auth,
  { session, user, now, expiresAt }: { session: Session; user: UserResource; now: number; expiresAt: number },
): string {
  const claims: AccessClaims = {
    iss: policy.issuer,
    aud: policy.audience,
    sub: session.userId,
    client_id: firstPartyClient,
    sid: session.id,
    jti: newId(now),
    iat: seconds(now),
    exp: seconds(expiresAt),
    auth_time: seconds(session.authenticatedAt),
    acr: levelOf(session.amr),
    amr: [...session.amr],
    role: user.role,
    scope: scopesOf(user).join(' '),
    username: user.username,
  }
  const { kid, algorithm, sign } = keys.access()
  const signed = `${encode({ alg: algorithm, kid, typ: 'at+jwt' })}.${encode(claims)}`
  return `${signed}.${sign(signed).toString('base64url')}`
}

/**
 * Makes the refresh token of a session's present generation. All values come from the stored session, so that exactly
 * the same token can be made again for a client that did not receive the reply.
 */
function mintRefreshToken({ keys, policy }: Auth, session: Session): string {
  const claims = {
    iss: policy.issuer,
    aud: refreshAudience(policy.issuer),
    sub: session.userId,
    sid: session.id,
    jti: `${session.id}.${session.generation}`,
    iat: seconds(session.rotatedAt),
    exp: seconds(session.idleExpiresAt),
  }
  const { kid, secret } = keys.refresh()
  const signed = `${encode({ alg: 'HS256', kid, typ: 'rt+jwt' })}.${encode(claims)}`
  return `${signed}.${mac(secret, signed).toString('base64url')}`
}

/**
 * Reads the session and the generation out of a refresh token. Its `exp` is not checked, because the row of the session decides
 * when it expires.
 * @throws {Failure} `token_invalid`
 */
export async function readRefreshToken(
  { keys, policy }: Auth,
  token: string,
): Promise<{ sessionId: string; generation: number }> {
  const { header, payload, signed, signature } = decodeJwt(token)
  if (header.alg !== 'HS256' || header.typ !== 'rt+jwt' || signature.length !== 32)
    throw new Failure('token_invalid')
  // The keys are read again for each refresh, which is rare, so that a key revoked or made a moment ago counts.
  await keys.update()
  const secret = keys.findRefreshSecret(header.kid)
  if (!secret || !timingSafeEqual(signature, mac(secret, signed))) throw new Failure('token_invalid')
  const [, generation] = /^[0-9a-f-]{36}\.(\d{1,15})$/.exec(String(payload.jti)) ?? []
  if (
    payload.iss !== policy.issuer ||
    payload.aud !== refreshAudience(policy.issuer) ||
    generation === undefined
  ) {
    throw new Failure('token_invalid')
  }
  return { sessionId: String(payload.sid), generation: Number(generation) }
}

/** Refresh tokens have their own audience, so that no service that accepts access tokens accepts them. */
const refreshAudience = (issuer: string): string => `${issuer}/auth/refresh`

const mac = (secret: KeyObject, signed: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
