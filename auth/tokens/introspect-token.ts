import type { FailureCode } from '#contract/failure-table.ts'
import { Failure } from '#contract/failures.ts'
import type { IntrospectionResource } from '#contract/tokens.ts'
import type { AccessClaims } from '#sdk/verify-token.ts'
import { levelOf } from '../core/level-of.ts'
import type { TokenChecks } from './tokens.ts'
import { livingClaims } from './validate-token.ts'

/**
 * Answers an introspection request (RFC 7662); synchronously when the token and the session are remembered. Only an access
 * token can be active: an application that looks at `active` alone would otherwise accept a refresh token or an API key.
 */
export function introspectToken(
  auth: TokenChecks,
  input: { token: string },
): IntrospectionResource | Promise<IntrospectionResource> {
  const claims = livingClaims(auth, input.token)
  return claims instanceof Promise ? claims.then(toIntrospection, toInactive) : toIntrospection(claims)
}

/** A cache by the claims of a token, which are the same object for as long as the verifier keeps the token in its cache. */
const known = new WeakMap<AccessClaims, IntrospectionResource>()

function toIntrospection(claims: AccessClaims): IntrospectionResource {
  let introspection = known.get(claims)
  if (!introspection) {
    const { sub, sid, client_id, username, scope, exp, iat, iss, aud, auth_time, amr } = claims
    introspection = Object.freeze({
      active: true,
      ...{ sub, sid },
      ...(client_id === undefined ? {} : { client_id }),
      ...{ username, scope, exp, iat, iss, aud, auth_time },
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
