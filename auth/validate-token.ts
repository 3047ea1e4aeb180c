import type { TokenInformationResource } from '#contract/auth.ts'
import { Failure } from '#contract/failures.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import type { Auth } from './auth.ts'
import { endOf } from './session.ts'

/** What an access token says, if it is good right now; without waiting where all that decides it is remembered. */
export function validateToken(
  auth: Auth,
  input: { token: string | undefined },
): TokenInformationResource | Promise<TokenInformationResource> {
  if (input.token === undefined) throw new Failure('token_missing')
  const claims = rememberedClaims(auth, input.token)
  return claims ? informationOf(claims) : livingClaims(auth, input.token).then(informationOf)
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
    })
    known.set(claims, information)
  }
  return information
}

/** The signature was checked before, and no commit has changed the session or the keys since it was read. */
function rememberedClaims(auth: Auth, token: string): AccessClaims | undefined {
  const claims = auth.verifier.remembered(token)
  const liveness = claims && auth.liveness.remembered(claims.sid)
  if (!liveness || liveness.keySetVersion !== auth.keys.version()) return undefined
  return endOf(liveness, auth.clock.now()) ? undefined : claims
}

/**
 * The claims of an access token of ours whose session lives. The signature may be remembered; whether the session lives is
 * as of now for every request that comes in, so that a logout counts from the moment it was answered.
 * @throws {Failure} `token_invalid`, `token_expired`, `session_ended`
 */
export async function livingClaims(auth: Auth, token: string): Promise<AccessClaims> {
  const remembered = rememberedClaims(auth, token)
  if (remembered) return remembered
  // Of the keys that the signature is checked with: they may be read anew while the session is.
  const keySetVersion = auth.keys.version()
  const claims = await auth.verifier.verify(token)
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
