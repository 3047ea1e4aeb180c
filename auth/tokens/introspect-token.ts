import type { FailureCode } from '#contract/failure-table.ts'
import { Failure } from '#contract/failures.ts'
import type { IntrospectionResource } from '#contract/tokens.ts'
import type { Auth } from '../core/auth.ts'
import { levelOf } from '../core/level-of.ts'
import { livingClaims } from './validate-token.ts'

/**
 * Answers an introspection request (RFC 7662). Only an access token can be active: an application that looks at `active` alone
 * would otherwise accept a refresh token or an API key.
 */
export async function introspectToken(auth: Auth, input: { token: string }): Promise<IntrospectionResource> {
  try {
    const { sub, sid, client_id, username, scope, exp, iat, iss, aud, auth_time, amr } = await livingClaims(
      auth,
      input.token,
    )
    const client = client_id === undefined ? {} : { client_id }
    return {
      active: true,
      sub,
      sid,
      ...client,
      username,
      scope,
      exp,
      iat,
      iss,
      aud,
      auth_time,
      acr: levelOf(amr),
      amr,
      token_type: 'Bearer',
    }
  } catch (error) {
    if (error instanceof Failure && notGood.includes(error.code)) return { active: false }
    throw error
  }
}

/** Failures which mean that the token is not active. Any other failure means that the token could not be checked. */
const notGood: FailureCode[] = ['token_invalid', 'token_expired', 'session_ended']
