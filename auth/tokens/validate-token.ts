import { Failure } from '#contract/failures.ts'
import type { TokenInformationResource } from '#contract/tokens.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import { levelOf } from '../core/level-of.ts'
import { endOf } from '../core/session.ts'
import type { TokenChecks } from './tokens.ts'

/** Validates an access token and returns what it says; synchronously when the token and the session are remembered. */
export function validateToken(
  auth: TokenChecks,
  input: { token: string | undefined },
): TokenInformationResource | Promise<TokenInformationResource> {
  if (input.token === undefined) throw missing(auth)
  const claims = livingClaims(auth, input.token)
  return claims instanceof Promise ? claims.then(informationOf) : informationOf(claims)
}

function missing({ counts }: TokenChecks): Failure {
  const failure = new Failure('token_missing')
  counts.tokenChecks.failed(failure)
  return failure
}

/**
 * A cache of replies by the claims of their token. The claims are the same object for as long as the verifier keeps the
 * token in its cache.
 */
const known = new WeakMap<AccessClaims, TokenInformationResource>()

function informationOf(claims: AccessClaims): TokenInformationResource {
  let information = known.get(claims)
  if (!information) {
    information = Object.freeze({
      valid: true,
      user_id: claims.sub,
      username: claims.username,
      session_id: claims.sid,
      role: claims.role,
      scope: claims.scope,
      issued_at: toRfc3339(claims.iat * 1000),
      expires_at: toRfc3339(claims.exp * 1000),
      authenticated_at: toRfc3339(claims.auth_time * 1000),
      acr: levelOf(claims.amr),
      amr: claims.amr,
    })
    known.set(claims, information)
  }
  return information
}

/**
 * Returns the claims of a valid access token whose session lives. The signature may be remembered, but whether the session lives
 * is checked for every request, so that a logout counts from the moment when its reply is sent.
 * @throws {Failure} `token_invalid`, `token_expired`, `session_ended`
 */
export function livingClaims(
  auth: TokenChecks,
  token: string,
  remembered = auth.verifier.remembered(token),
): AccessClaims | Promise<AccessClaims> {
  const { tokenChecks } = auth.counts
  if (!remembered || !isKnownToLive(auth, remembered)) return tokenChecks.of(lookUp(auth, token, remembered))
  tokenChecks.succeeded()
  return remembered
}

/** Says whether a session is known to live without a query, because no commit has changed it or the keys since they were read. */
function isKnownToLive(auth: TokenChecks, { sid }: AccessClaims): boolean {
  const liveness = auth.liveness.remembered(sid)
  if (!liveness || liveness.keySetVersion !== auth.keys.version()) return false
  return !endOf(liveness, auth.clock.now())
}

async function lookUp(auth: TokenChecks, token: string, remembered?: AccessClaims): Promise<AccessClaims> {
  // The version of the key set is taken before the signature is checked, because the keys may be read again while the session is
  // read.
  const keySetVersion = auth.keys.version()
  const claims = remembered ?? (await auth.verifier.verify(token))
  const found = await auth.liveness.find(claims.sid)
  if (found && found.keySetVersion !== keySetVersion) {
    // A key may have been revoked since the signature was checked.
    await auth.keys.update()
    await auth.verifier.verify(token)
  }
  // A correctly signed token without a session belongs to one that expired so long ago that its row was removed.
  const reason = found ? endOf(found, auth.clock.now()) : 'expired'
  if (reason) throw new Failure('session_ended', { reason })
  return claims
}
