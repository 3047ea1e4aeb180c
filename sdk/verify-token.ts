import { Failure } from '#contract/failures.ts'
import { decodeJwt, type Jwt } from './jwt.ts'
import { checkSignature, type VerificationKey } from './verification-key.ts'

/** The claims of an access token (RFC 9068). Times are seconds since 1970 (NumericDate). */
export interface AccessClaims {
  iss: string
  aud: string
  sub: string
  /** The OAuth client that the token was given to; absent in tokens of versions that did not name it. */
  client_id?: string
  sid: string
  jti: string
  iat: number
  exp: number
  auth_time: number
  amr: string[]
  role: 'user' | 'admin'
  scope: string
  username: string
}

export interface TokenVerifierOptions {
  issuer: string
  audience: string
  /** By exact `kid` in a set of ours; never by anything else that the token says. */
  findKey(kid: string): VerificationKey | undefined
  /** Asked when there is none: the set may have changed since it was read. */
  findNewKey?(kid: string): Promise<VerificationKey | undefined>
  /** Epoch milliseconds. */
  now(): number
  /** How many verified tokens to remember; 10,000 if absent. */
  remembered?: number
}

export interface TokenVerifier {
  /**
   * The claims of an access token whose signature, issuer, audience, type and time are right. It says nothing of
   * whether the session still lives.
   * @throws {Failure} `token_invalid`, or `token_expired` when all but the time is right
   */
  verify(token: string, options?: { allowExpired?: boolean }): Promise<AccessClaims>
  /** The same for a token that is remembered and still good, without waiting; undefined for any other. */
  remembered(token: string): AccessClaims | undefined
  /** How many tokens it remembers, and how often a signature was remembered or had to be checked. */
  counts(): { remembered: number; hits: number; misses: number }
}

const clockSkewMs = 60_000

/**
 * @example
 * const verifier = createTokenVerifier({ issuer, audience, findKey: (kid) => keys.get(kid), now: Date.now })
 * const { sub, sid } = await verifier.verify(token)
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  // A signature is checked once, not once a request. Found by the end of the token, for that is quicker than by all of it, and
  // compared whole: no digest that could collide.
  const verified = new Map<string, Verified>()
  const remembered = options.remembered ?? 10_000
  let hits = 0
  let misses = 0

  function remember(token: string, found: Verified): void {
    if (verified.size >= remembered && !verified.has(keyOf(token)))
      verified.delete(verified.keys().next().value ?? '')
    verified.set(keyOf(token), found)
  }

  /** Under a key that is gone, or is another one now, it no longer counts. */
  function recall(token: string): Verified | undefined {
    // What is none is refused as it is taken apart.
    if (typeof token !== 'string') return undefined
    const found = verified.get(keyOf(token))
    if (found?.token !== token) return undefined
    return options.findKey(found.kid)?.key === found.key ? found : undefined
  }

  return {
    remembered(token) {
      const found = recall(token)
      if (!found || found.claims.exp * 1000 <= options.now()) return undefined
      hits++
      return found.claims
    },
    async verify(token, { allowExpired = false } = {}) {
      let found = recall(token)
      if (found) hits++
      else misses++
      found ??= await verifySignature(token, options)
      if (found.claims.exp * 1000 > options.now()) remember(token, found)
      else {
        if (verified.get(keyOf(token))?.token === token) verified.delete(keyOf(token))
        if (!allowExpired) throw new Failure('token_expired')
      }
      return found.claims
    },
    counts: () => ({ remembered: verified.size, hits, misses }),
  }
}

/** Of the signature, which no two tokens share. */
const keyOf = (token: string): string => token.slice(-43)

interface Verified {
  token: string
  kid: string
  key: VerificationKey['key']
  claims: AccessClaims
}

async function verifySignature(token: string, options: TokenVerifierOptions): Promise<Verified> {
  const jwt = decodeJwt(token)
  if (jwt.header.typ !== 'at+jwt') throw new Failure('token_invalid')
  const found = options.findKey(jwt.header.kid) ?? (await options.findNewKey?.(jwt.header.kid))
  if (!found) throw new Failure('token_invalid')
  await checkSignature(jwt, found)
  return { token, kid: jwt.header.kid, key: found.key, claims: Object.freeze(checkClaims(jwt, options)) }
}

function checkClaims({ payload }: Jwt, { issuer, audience, now }: TokenVerifierOptions): AccessClaims {
  const texts = ['sub', 'sid', 'jti', 'scope', 'username'].every((name) => typeof payload[name] === 'string')
  const times = ['iat', 'exp', 'auth_time'].every((name) => Number.isSafeInteger(payload[name]))
  const claims = payload as unknown as AccessClaims
  const isOurs = claims.iss === issuer && claims.aud === audience
  const isKnownRole = claims.role === 'user' || claims.role === 'admin'
  const isAmr = Array.isArray(claims.amr) && claims.amr.every((method) => typeof method === 'string')
  const isClient = claims.client_id === undefined || typeof claims.client_id === 'string'
  if (!texts || !times || !isClient || !isOurs || !isKnownRole || !isAmr) throw new Failure('token_invalid')
  if (claims.iat * 1000 > now() + clockSkewMs) throw new Failure('token_invalid')
  return claims
}
