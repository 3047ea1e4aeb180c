import { Failure } from '#contract/declaration/failures.ts'
import { decodeJwt, type Jwt } from './jwt.ts'
import { checkSignature, type VerificationKey } from './verification-key.ts'

/** The claims of an access token (RFC 9068). Times are seconds since 1970 (NumericDate). */
export interface AccessClaims {
  iss: string
  aud: string
  sub: string
  /** The OAuth client that the token was issued to; absent in tokens of earlier versions. */
  client_id?: string
  sid: string
  jti: string
  iat: number
  exp: number
  auth_time: number
  /** The level of the login: `aal2` when two different kinds of proof were given. Absent in tokens of earlier versions. */
  acr?: string
  amr: string[]
  role: 'user' | 'admin'
  scope: string
  username: string
}

/** The claims that a token of every kind has. */
interface CommonClaims {
  iss: string
  aud: string
  iat: number
  exp: number
}

/** A kind of signed token: how its header may name it (`typ`, or an empty text for none), and which claims it must have. */
export interface TokenKind<Claims extends CommonClaims> {
  types: readonly string[]
  /** Checks that every claim is present and has the right type. Issuer, audience and times are checked elsewhere. */
  hasClaims(payload: Jwt['payload']): payload is Jwt['payload'] & Claims
}

/** The options of a token verifier. */
export interface TokenVerifierOptions {
  issuer: string
  audience: string
  /** Finds a key by its exact `kid` in a trusted key set. No other part of the token may choose the key. */
  findKey(kid: string): VerificationKey | undefined
  /** Finds a key that `findKey` did not find, by fetching the key set again: it may have changed since. */
  findNewKey?(kid: string): Promise<VerificationKey | undefined>
  /** Returns the time in epoch milliseconds. */
  now(): number
  /** The number of verified tokens to remember; 10,000 if absent. */
  remembered?: number
}

/** A verifier checks tokens by their signature and claims only, and makes no request by itself. */
export interface TokenVerifier<Claims = AccessClaims> {
  /**
   * Returns the claims of a token whose signature, issuer, audience, type and time are right. It does not check whether
   * the session has ended.
   * @throws {Failure} `token_invalid`, or `token_expired` when everything but the time is right
   */
  verify(token: string, options?: { allowExpired?: boolean }): Promise<Claims>
  /** Returns the claims of a remembered token that has not expired, synchronously; undefined for any other token. */
  remembered(token: string): Claims | undefined
  /** Counts the remembered tokens, and how often a signature was remembered (`hits`) or had to be checked (`misses`). */
  counts(): { remembered: number; hits: number; misses: number }
}

/** The requirements of an action on the last authentication of a user, besides a valid token (RFC 9470). */
export interface WantedProof {
  /** The required level: `aal2` for two different kinds of proof, such as a password and a code of an authenticator app. */
  acr?: 'aal1' | 'aal2'
  /** The maximum number of seconds since the last login or step-up of the user. A refresh is neither. */
  maxAgeSeconds?: number
}

/**
 * Requires that the last login or step-up of the user of a token was strong and recent enough.
 * @throws {Failure} `reauthentication_required`, with the challenge of RFC 9470 section 3 in `headers`: answer it with 401, and have the
 * user log in again or step up (`POST /api/v1/auth/step-up`)
 */
export function requireProof(
  claims: Pick<AccessClaims, 'acr' | 'auth_time'>,
  { acr, maxAgeSeconds }: WantedProof,
  now: number,
): void {
  const isGood = acr !== 'aal2' || claims.acr === 'aal2'
  const isFresh = maxAgeSeconds === undefined || now - claims.auth_time * 1000 <= maxAgeSeconds * 1000
  if (isGood && isFresh) return
  const wanted = [
    ...(acr === undefined ? [] : [`acr_values="${acr}"`]),
    ...(maxAgeSeconds === undefined ? [] : [`max_age="${maxAgeSeconds}"`]),
  ]
  const challenge = ['Bearer error="insufficient_user_authentication"', ...wanted].join(', ')
  throw new Failure('reauthentication_required', {
    headers: { 'www-authenticate': challenge },
    ...(acr === undefined ? {} : { acr }),
  })
}

const clockSkewMs = 60_000

/**
 * Creates a verifier of Latchkey's own access tokens (RFC 9068) that remembers the tokens whose signature was checked.
 * @example
 * const verifier = createTokenVerifier({ issuer, audience, findKey: (kid) => keys.get(kid), now: Date.now })
 * const { sub, sid } = await verifier.verify(token)
 */
export const createTokenVerifier = (options: TokenVerifierOptions): TokenVerifier =>
  createVerifierOf(accessTokens, options)

/** Does the work of `createTokenVerifier` for tokens of any kind. */
export function createVerifierOf<Claims extends CommonClaims>(
  kind: TokenKind<Claims>,
  options: TokenVerifierOptions,
): TokenVerifier<Claims> {
  // A signature is checked once, not once per request. The key of the map is the end of the token, which is
  // faster to hash than the whole token. The whole token is then compared, so that a collision is harmless.
  const verified = new Map<string, Verified<Claims>>()
  const remembered = options.remembered ?? 10_000
  let hits = 0
  let misses = 0

  function remember(token: string, found: Verified<Claims>): void {
    if (verified.size >= remembered && !verified.has(keyOf(token)))
      verified.delete(verified.keys().next().value ?? '')
    verified.set(keyOf(token), found)
  }

  /** Finds a remembered token. Returns undefined if the key that verified it was removed or replaced since. */
  function recall(token: string): Verified<Claims> | undefined {
    // A value that is not a string is refused later, by decodeJwt.
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
      found ??= await verifySignature(token, kind, options)
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

/** Returns the last characters of a token, which belong to its signature and differ between tokens. */
const keyOf = (token: string): string => token.slice(-43)

interface Verified<Claims> {
  token: string
  kid: string
  key: VerificationKey['key']
  claims: Claims
}

async function verifySignature<Claims extends CommonClaims>(
  token: string,
  kind: TokenKind<Claims>,
  options: TokenVerifierOptions,
): Promise<Verified<Claims>> {
  const jwt = decodeJwt(token, { isTypeOptional: kind.types.includes('') })
  if (!kind.types.includes(jwt.header.typ)) throw new Failure('token_invalid')
  const found = options.findKey(jwt.header.kid) ?? (await options.findNewKey?.(jwt.header.kid))
  if (!found) throw new Failure('token_invalid')
  await checkSignature(jwt, found)
  const claims = Object.freeze(checkClaims(jwt, kind, options))
  return { token, kid: jwt.header.kid, key: found.key, claims }
}

function checkClaims<Claims extends CommonClaims>(
  { payload }: Jwt,
  { hasClaims }: TokenKind<Claims>,
  { issuer, audience, now }: TokenVerifierOptions,
): Claims {
  if (!hasClaims(payload) || payload.iss !== issuer || payload.aud !== audience)
    throw new Failure('token_invalid')
  if (payload.iat * 1000 > now() + clockSkewMs) throw new Failure('token_invalid')
  return payload
}

const texts = ['iss', 'aud', 'sub', 'sid', 'jti', 'scope', 'username']
const optionalTexts = ['client_id', 'acr']
const times = ['iat', 'exp', 'auth_time']

/** The access tokens that Latchkey issues for its own API, in a sign-in by that API. */
const accessTokens: TokenKind<AccessClaims> = {
  types: ['at+jwt'],
  hasClaims: (claims): claims is Jwt['payload'] & AccessClaims =>
    haveType('string', claims, texts) &&
    haveType('string', claims, optionalTexts, true) &&
    areTimes(claims, times) &&
    (claims.role === 'user' || claims.role === 'admin') &&
    isTextList(claims.amr),
}

/** Checks the type of claims, which may also be absent if they are optional. */
export const haveType = (
  type: 'string' | 'boolean',
  claims: Jwt['payload'],
  names: readonly string[],
  isOptional = false,
): boolean =>
  names.every((name) => typeof claims[name] === type || (isOptional && claims[name] === undefined))

/** Checks that claims are times in seconds since 1970 (NumericDate). */
export const areTimes = (claims: Jwt['payload'], names: readonly string[]): boolean =>
  names.every((name) => Number.isSafeInteger(claims[name]))

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
