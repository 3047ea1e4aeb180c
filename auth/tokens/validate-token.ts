import { Failure } from '#contract/declaration/failures.ts'
import type { CheckedTokenResource, TokenInformationResource } from '#contract/sessions/tokens.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import { levelOf } from '../core/level-of.ts'
import { endOf, type Liveness } from '../core/session.ts'
import type { TokenCheckContext } from './tokens.ts'

/** Validates an access token and returns what it says; synchronously when the token and the session are remembered. */
export function validateToken(
  auth: TokenCheckContext,
  input: { token: string | undefined },
): TokenInformationResource | Promise<TokenInformationResource> {
  if (input.token === undefined) throw missing(auth)
  const claims = claimsOfActiveSession(auth, input.token)
  return claims instanceof Promise ? claims.then(informationOf) : informationOf(claims)
}

/**
 * Checks an access token for a caller who also looks at the user: adds the epoch of the session, which ends with others of the user
 * before the order to end them arrives.
 */
export function checkToken(
  auth: TokenCheckContext,
  input: { token: string },
): CheckedTokenResource | Promise<CheckedTokenResource> {
  const living = findLiving(auth, input.token)
  return living instanceof Promise ? living.then(checkedOf) : checkedOf(living)
}

/** The claims of an access token and the epoch of its session, which lives. */
interface Living {
  claims: AccessClaims
  epoch: number
}

/** A cache of what is answered to the user service. Only the epoch of a session that was kept ever changes. */
const checked = new WeakMap<AccessClaims, CheckedTokenResource>()

function checkedOf({ claims, epoch }: Living): CheckedTokenResource {
  let token = checked.get(claims)
  if (token?.session_epoch !== epoch) {
    token = Object.freeze({ ...informationOf(claims), session_epoch: epoch })
    checked.set(claims, token)
  }
  return token
}

function missing({ counts }: TokenCheckContext): Failure {
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
export function claimsOfActiveSession(
  auth: TokenCheckContext,
  token: string,
  remembered = auth.verifier.remembered(token),
): AccessClaims | Promise<AccessClaims> {
  const living = findLiving(auth, token, remembered)
  return living instanceof Promise ? living.then(({ claims }) => claims) : living.claims
}

function findLiving(
  auth: TokenCheckContext,
  token: string,
  remembered = auth.verifier.remembered(token),
): Living | Promise<Living> {
  const { tokenChecks } = auth.counts
  const liveness = remembered && knownToLive(auth, remembered)
  if (!remembered || !liveness) return tokenChecks.of(lookUp(auth, token, remembered))
  tokenChecks.succeeded()
  return { claims: remembered, epoch: liveness.epoch }
}

/** Returns a session that is known to live without a query, because no commit has changed it or the keys since they were read. */
function knownToLive(auth: TokenCheckContext, { sid }: AccessClaims): Liveness | undefined {
  const liveness = auth.liveness.remembered(sid)
  if (!liveness || liveness.keySetVersion !== auth.keys.version()) return undefined
  return endOf(liveness, auth.clock.now()) ? undefined : liveness
}

async function lookUp(auth: TokenCheckContext, token: string, remembered?: AccessClaims): Promise<Living> {
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
  if (!found || reason) throw new Failure('session_ended', { reason: reason ?? 'expired' })
  return { claims, epoch: found.epoch }
}
