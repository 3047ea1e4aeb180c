import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { IntrospectionResource } from '#contract/sessions/tokens.ts'
import { decodeJwt } from '#sdk/jwt.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import { levelOf } from '../core/level-of.ts'
import type { TokenCheckContext, Tokens } from './tokens.ts'
import { claimsOfActiveSession } from './validate-token.ts'

/**
 * Answers an introspection request (RFC 7662) of a caller who may read all sessions; synchronously when the token and the
 * session are remembered. Only an access token can be active: an application that looks at `active` alone would otherwise
 * accept a refresh token or an API key.
 */
export function introspectToken(
  auth: TokenCheckContext & Pick<Tokens, 'ofClients'>,
  { token }: { token: string },
): IntrospectionResource | Promise<IntrospectionResource> {
  const remembered = auth.verifier.remembered(token)
  if (!remembered && isForAnotherApi(auth, token)) return auth.ofClients.introspectForReader({ token })
  const claims = claimsOfActiveSession(auth, token, remembered)
  return claims instanceof Promise ? claims.then(toIntrospection, toInactive) : toIntrospection(claims)
}

/** Says whether a text has the form of an access token for an API other than Latchkey's own. Nothing of it is verified. */
function isForAnotherApi({ policy }: TokenCheckContext, token: string): boolean {
  try {
    const { header, payload } = decodeJwt(token)
    return header.typ === 'at+jwt' && payload.aud !== policy.audience
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** A cache by the claims of a token, which are the same object for as long as the verifier keeps the token in its cache. */
const known = new WeakMap<AccessClaims, IntrospectionResource>()

function toIntrospection(claims: AccessClaims): IntrospectionResource {
  let introspection = known.get(claims)
  if (!introspection) {
    const { sub, sid, client_id, username, scope, exp, iat, iss, aud, auth_time, amr } = claims
    introspection = Object.freeze({
      active: true,
      sub,
      sid,
      ...(client_id === undefined ? {} : { client_id }),
      username,
      scope,
      exp,
      iat,
      iss,
      aud,
      auth_time,
      acr: levelOf(amr),
      amr,
      token_type: 'Bearer' as const,
    })
    known.set(claims, introspection)
  }
  return introspection
}

/** Failures which mean that the token is not active. Any other failure means that the token could not be checked. */
const notGood: FailureCode[] = ['token_invalid', 'token_expired', 'session_ended']

function toInactive(error: unknown): IntrospectionResource {
  if (error instanceof Failure && notGood.includes(error.code)) return { active: false }
  throw error
}
