import { Failure } from '#contract/failures.ts'
import type { Jwt } from './jwt.ts'

/** The algorithms of access tokens (RFC 8037, RFC 7518). One key is for one of them. */
export const signatureAlgorithms = ['EdDSA', 'ES256', 'RS256'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** A public key and the only algorithm that it is for. */
export interface VerificationKey {
  algorithm: SignatureAlgorithm
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
}

const webCrypto = {
  EdDSA: { name: 'Ed25519' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}

/** Signatures of RSA keys shorter than this can be forged by those who can afford it (RFC 7518 section 3.3). */
const minModulusBits = 2048

/**
 * A public key of a JWKS (RFC 7517); undefined for one that is not for signatures with an algorithm of ours. Which
 * algorithm it is comes from the kind of key, and `alg` must agree: a key is never used in two ways.
 */
export async function importVerificationKey(
  jwk: Record<string, unknown>,
): Promise<VerificationKey | undefined> {
  const algorithm = algorithmOf(jwk)
  if (!algorithm || jwk.alg !== algorithm || !isForSignatures(jwk)) return undefined
  // Only the public members: a set that holds more by mistake must not make us handle it.
  const { kty, crv, x, y, n, e } = jwk
  const publicJwk = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as object
  try {
    const key = await crypto.subtle.importKey('jwk', publicJwk, webCrypto[algorithm], false, ['verify'])
    return isStrongEnough(key.algorithm as RsaParameters) ? { algorithm, key } : undefined
  } catch {
    // A broken key among the others is no key; theirs are still good.
    return undefined
  }
}

const isForSignatures = ({
  use = 'sig',
  key_ops: operations = ['verify'],
}: Record<string, unknown>): boolean =>
  use === 'sig' && Array.isArray(operations) && operations.includes('verify')

/** Absent for the other kinds. */
interface RsaParameters {
  modulusLength?: number
  publicExponent?: Uint8Array
}

/** With the exponent 1 everything is its own signature. */
function isStrongEnough(algorithm: RsaParameters): boolean {
  const { modulusLength = minModulusBits, publicExponent = Uint8Array.of(3) } = algorithm
  return modulusLength >= minModulusBits && publicExponent.reduce((sum, byte) => sum * 256 + byte, 0) >= 3
}

function algorithmOf({ kty, crv }: Record<string, unknown>): SignatureAlgorithm | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA'
  if (kty === 'EC' && crv === 'P-256') return 'ES256'
  return kty === 'RSA' ? 'RS256' : undefined
}

/** @throws {Failure} `token_invalid` */
export async function checkSignature(jwt: Jwt, { algorithm, key }: VerificationKey): Promise<void> {
  // The algorithm is the key's, and the header must agree: never the other way round (RFC 8725 section 3.1).
  if (jwt.header.alg !== algorithm) throw new Failure('token_invalid')
  if (!(await crypto.subtle.verify(webCrypto[algorithm], key, jwt.signature, jwt.signed)))
    throw new Failure('token_invalid')
}
