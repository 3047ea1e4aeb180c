import { createHash, createPrivateKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SignatureAlgorithm } from '#sdk/verification-key.ts'

/**
 * A key in clear text: before it is encrypted with the master key (sealed), or after it was decrypted
 * (unsealed).
 */
export interface KeyMaterial {
  kid: string
  /** The public key as a JWK (RFC 7517); null for a symmetric secret. */
  publicJwk: Record<string, string> | null
  secret: Buffer
}

const generate = promisify(generateKeyPair)

/** Generates a key pair in the thread pool, because generating an RSA key would block the event loop. */
export async function newSigningKey(algorithm: SignatureAlgorithm): Promise<KeyMaterial> {
  const { publicKey, privateKey } = await generateFor(algorithm)
  const { kty, crv, x, y, n, e } = publicKey.export({ format: 'jwk' })
  const publicJwk: Record<string, string> = JSON.parse(JSON.stringify({ kty, crv, x, y, n, e }))
  return {
    kid: thumbprint(publicJwk),
    publicJwk,
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }),
  }
}

export const newSecretKey = (kid: string): KeyMaterial => ({ kid, publicJwk: null, secret: randomBytes(32) })

function generateFor(
  algorithm: SignatureAlgorithm,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (algorithm === 'EdDSA') return generate('ed25519')
  if (algorithm === 'ES256') return generate('ec', { namedCurve: 'P-256' })
  return generate('rsa', { modulusLength: 2048 })
}

/** Computes the JWK thumbprint (RFC 7638): the hash of the required members in lexical order, without spaces. */
function thumbprint(publicJwk: Record<string, string>): string {
  const members = Object.entries(publicJwk).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url')
}

/** Returns a function that signs for JWS (RFC 7518 section 3, RFC 8037 section 3.1). */
export function signer(algorithm: SignatureAlgorithm, secret: Buffer): (signed: string) => Buffer {
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  if (algorithm === 'EdDSA') return (signed) => sign(null, Buffer.from(signed), key)
  if (algorithm === 'ES256') return (signed) => toRawSignature(sign('sha256', Buffer.from(signed), key))
  return (signed) => sign('sha256', Buffer.from(signed), key)
}

/**
 * Converts an ECDSA signature of OpenSSL, the DER sequence of the integers r and s (RFC 3279 section 2.2.3), to the format of
 * JWS: 32 bytes for each (RFC 7518 section 3.4). Node can convert it too, but that takes as long as the signature itself.
 */
export function toRawSignature(der: Buffer): Buffer {
  const raw = Buffer.alloc(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const integer = der.subarray(at + 2, at + 2 + length)
    // A first byte of zero only says that the integer is positive.
    const bytes = integer.subarray(Math.max(0, length - 32))
    bytes.copy(raw, end - bytes.length)
    at += 2 + length
  }
  return raw
}
