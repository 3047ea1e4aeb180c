import { Failure } from '#contract/declaration/failures.ts'
import type { Jwt } from './jwt.ts'

/** The algorithms with which access tokens can be signed (RFC 8037, RFC 7518). */
export const signatureAlgorithms = ['EdDSA', 'ES256', 'RS256'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** A public key, with the only algorithm that it may be used with. */
export interface VerificationKey {
  algorithm: SignatureAlgorithm
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
}

const webCrypto = {
  EdDSA: { name: 'Ed25519' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}

/** The minimum size of an RSA key (RFC 7518 section 3.3): signatures of shorter keys can be forged. */
const minModulusBits = 2048

/**
 * Imports a public key of a JWKS (RFC 7517). Returns undefined for a key that is not for signatures, or not for one of
 * `signatureAlgorithms`. The type of the key decides the algorithm and `alg` must agree, so that no key is used with two
 * algorithms.
 */
export async function importVerificationKey(
  jwk: Record<string, unknown>,
): Promise<VerificationKey | undefined> {
  const algorithm = keyAlgorithmOf(jwk)
  if (!algorithm || sameAlgorithm(jwk.alg) !== algorithm || !isForSignatures(jwk)) return undefined
  // Only the public members are imported: a private key that was published by mistake must not be used.
  const { kty, crv, x, y, n, e } = jwk
  const publicJwk: object = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }))
  try {
    const key = await crypto.subtle.importKey('jwk', publicJwk, webCrypto[algorithm], false, ['verify'])
    return isStrongEnough(key.algorithm) ? { algorithm, key } : undefined
  } catch {
    // A malformed key is left out. The other keys of the set can still be used.
    return undefined
  }
}

/**
 * Returns the same name for `Ed25519` (RFC 9864) and for `EdDSA`, which leaves the curve to the key. Both are the same algorithm
 * here, because no key of another curve is imported.
 */
const sameAlgorithm = (name: unknown): unknown => (name === 'Ed25519' ? 'EdDSA' : name)

const isForSignatures = ({
  use = 'sig',
  key_ops: operations = ['verify'],
}: Record<string, unknown>): boolean =>
  use === 'sig' && Array.isArray(operations) && operations.includes('verify')

/** The parameters of an RSA key; absent in keys of other types. */
interface RsaParameters {
  name: string
  modulusLength?: number
  publicExponent?: Uint8Array
}

/** Refuses short RSA keys, and the public exponent 1, with which every text would be its own signature. */
function isStrongEnough(algorithm: RsaParameters): boolean {
  const { modulusLength = minModulusBits, publicExponent = Uint8Array.of(3) } = algorithm
  return modulusLength >= minModulusBits && publicExponent.reduce((sum, byte) => sum * 256 + byte, 0) >= 3
}

/** Returns the only algorithm that the type of a key allows; undefined for a type that is not used here. */
export function keyAlgorithmOf({ kty, crv }: Record<string, unknown>): SignatureAlgorithm | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  return kty === 'RSA' ? 'RS256' : undefined
}

/**
 * Checks the signature of a JWT with a key.
 * @throws {Failure} `token_invalid`
 */
export async function checkSignature(jwt: Jwt, { algorithm, key }: VerificationKey): Promise<void> {
  // The key decides the algorithm and the header must agree, never the other way round (RFC 8725 section 3.1).
  if (sameAlgorithm(jwt.header.alg) !== algorithm) throw new Failure('token_invalid')
  if (!(await crypto.subtle.verify(webCrypto[algorithm], key, jwt.signature, jwt.signed)))
    throw new Failure('token_invalid')
}
