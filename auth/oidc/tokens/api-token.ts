import { Failure } from '#contract/declaration/failures.ts'
import { decodeJwt, type Jwt } from '#sdk/jwt.ts'
import { checkSignature } from '#sdk/verification-key.ts'
import type { Auth } from '../../core/auth.ts'

/** The claims of an access token for an API of the operator (RFC 9068), as the provider issues them. */
export interface ApiTokenClaims {
  aud: string
  sub: string
  client_id: string
  iat: number
  exp: number
  scope: string
  /** The session and the grant that the token was given under; absent in a token of the client itself. */
  sid: string | undefined
  grant_id: string | undefined
  /** The thumbprint of the key that the token is bound to (RFC 9449). */
  jkt: string | undefined
}

/**
 * Returns the claims of an access token for an API whose signature, issuer and time are right. Returns undefined for any other
 * text, also for a token for Latchkey's own API. Whether the session, the grant and the client of the token live is checked
 * elsewhere.
 */
export async function readApiToken(
  { keys, policy, clock }: Pick<Auth, 'keys' | 'policy' | 'clock'>,
  token: string,
): Promise<ApiTokenClaims | undefined> {
  try {
    const jwt = decodeJwt(token)
    if (jwt.header.typ !== 'at+jwt') return undefined
    const claims = toClaims(jwt.payload)
    if (!claims || jwt.payload.iss !== policy.issuer || claims.aud === policy.audience) return undefined
    if (claims.exp * 1000 <= clock.now()) return undefined
    // Another node may have revoked the key a moment ago.
    await keys.update()
    const key = keys.findPublicKey(jwt.header.kid)
    if (!key) return undefined
    await checkSignature(jwt, key)
    return claims
  } catch (error) {
    if (error instanceof Failure && error.code === 'token_invalid') return undefined
    throw error
  }
}

function toClaims({
  aud,
  sub,
  client_id,
  iat,
  exp,
  scope = '',
  sid,
  grant_id,
  cnf,
}: Jwt['payload']): ApiTokenClaims | undefined {
  if (!isText(aud) || !isText(sub) || !isText(client_id) || !isText(scope)) return undefined
  if (!isTime(iat) || !isTime(exp) || !isOptionalText(sid) || !isOptionalText(grant_id)) return undefined
  const jkt = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined
  return isOptionalText(jkt) ? { aud, sub, client_id, iat, exp, scope, sid, grant_id, jkt } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isOptionalText = (value: unknown): value is string | undefined => value === undefined || isText(value)
const isTime = (value: unknown): value is number => Number.isSafeInteger(value)
