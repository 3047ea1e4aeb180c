import type { TokenInformationResource } from '#contract/auth.ts'
import { Failure } from '#contract/failures.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import type { Auth } from '../core/auth.ts'
import { endOf } from '../core/session.ts'

/** What an access token says, if it is good right now; without waiting where all that decides it is remembered. */
export function validateToken(
  auth: Auth,
  input: { token: string | undefined },
): TokenInformationResource | Promise<TokenInformationResource> {
  if (input.token === undefined) throw new Failure('token_missing')
  const claims = livingClaims(auth, input.token)
  return claims instanceof Promise ? claims.then(informationOf) : informationOf(claims)
}

/** A token says the same as long as it is remembered: then its claims are the same object. */
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
    })
    known.set(claims, information)
  }
  return information
}

/**
 * The claims of an access token of ours whose session lives. The signature may be remembered; whether the session lives is
 * as of now for every request that comes in, so that a logout counts from the moment it was answered.
 * @throws {Failure} `token_invalid`, `token_expired`, `session_ended`
 */
export function livingClaims(auth: Auth, token: string): AccessClaims | Promise<AccessClaims> {
  const remembered = auth.verifier.remembered(token)
  return remembered && isKnownToLive(auth, remembered) ? remembered : lookUp(auth, token, remembered)
}

/** No commit has changed the session or the keys since they were read. */
function isKnownToLive(auth: Auth, { sid }: AccessClaims): boolean {
  const liveness = auth.liveness.remembered(sid)
  if (!liveness || liveness.keySetVersion !== auth.keys.version()) return false
  return !endOf(liveness, auth.clock.now())
}

async function lookUp(auth: Auth, token: string, remembered?: AccessClaims): Promise<AccessClaims> {
  // Of the keys that the signature is checked with: they may be read anew while the session is.
  const keySetVersion = auth.keys.version()
  const claims = remembered ?? (await auth.verifier.verify(token))
  const found = await auth.liveness.find(claims.sid)
  if (found && found.keySetVersion !== keySetVersion) {
    // A key may have been revoked since the signature was checked.
    await auth.keys.update()
    await auth.verifier.verify(token)
  }
  // A correctly signed token of a session that is not there: it was over so long that its row is gone.
  const reason = found ? endOf(found, auth.clock.now()) : 'expired'
  if (reason) throw new Failure('session_ended', { reason })
  return claims
}
