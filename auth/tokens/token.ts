import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { TokenPairResource } from '#contract/auth.ts'
import { Failure } from '#contract/failures.ts'
import { scopesOf } from '#contract/rights.ts'
import type { UserResource } from '#contract/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { decodeJwt } from '#sdk/jwt.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import type { Auth } from '../core/auth.ts'
import type { Session } from '../core/session.ts'

/** Both tokens of a session as it stands: minting stores nothing. */
export function mintTokenPair(auth: Auth, session: Session, user: UserResource): TokenPairResource {
  const now = auth.clock.now()
  // Never past the session's end: whoever checks tokens by themselves is told of sessions that were ended, not of those
  // that ran out.
  const accessExpiresAt = Math.min(now + auth.policy.accessTokenMs, session.idleExpiresAt)
  return {
    access_token: mintAccessToken(auth, { session, user, now, expiresAt: accessExpiresAt }),
    refresh_token: mintRefreshToken(auth, session),
    token_type: 'Bearer',
    expires_in: seconds(accessExpiresAt) - seconds(now),
    // As the token says it, and `/auth/validate`.
    expires_at: toRfc3339(seconds(accessExpiresAt) * 1000),
    refresh_expires_in: seconds(session.idleExpiresAt) - seconds(now),
    session_id: session.id,
    // A user service of the version before does not say it.
    user: { ...user, is_active: user.status === 'active' },
  }
}

/**
 * RFC 9068 section 2.2 requires `client_id`, and libraries refuse a token without one. There are no OAuth clients here that
 * are registered: whoever logs in with a password does so at Latchkey itself, which is therefore the client. It is not the
 * audience, which operators set to name their applications.
 */
const firstPartyClient = 'latchkey'

/** NumericDate (RFC 7519 section 2). */
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
 * The refresh token of a session's present generation. Everything in it comes from the row, so that it can be
 * made again, byte for byte, for a client whose reply was lost.
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
 * Which session and generation a refresh token is of. Its time is not looked at: the session's row says when it
 * is over.
 * @throws {Failure} `token_invalid`
 */
export async function readRefreshToken(
  { keys, policy }: Auth,
  token: string,
): Promise<{ sessionId: string; generation: number }> {
  const { header, payload, signed, signature } = decodeJwt(token)
  if (header.alg !== 'HS256' || header.typ !== 'rt+jwt' || signature.length !== 32)
    throw new Failure('token_invalid')
  // For each refresh, which is rare: a key that was revoked a moment ago counts no more, one that is new counts.
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

/** An audience of its own: no service that accepts our access tokens takes a refresh token for one. */
const refreshAudience = (issuer: string): string => `${issuer}/auth/refresh`

const mac = (secret: KeyObject, signed: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
