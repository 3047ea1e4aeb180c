import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isEd25519KeySound } from './ed25519-point.ts'
import { refused } from './refused.ts'

/** The shortest RSA key that is taken, in bits (NIST SP 800-131A revision 2, section 3). */
const minModulusBits = 2048

/** The labels of the parameters of a key (RFC 9052 section 7.1, RFC 9053 section 7, RFC 8230 section 4). */
const label = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 } as const

/**
 * Requires a public key that proves something: one for which only the holder of its private key can sign. The registration itself
 * does not show this, because the attestation `none` has no signature, and nothing checks the key before the first login.
 * @throws {Failure} `passkey_invalid`
 */
export async function requireSoundKey(publicKey: Uint8Array): Promise<void> {
  const parameters = await decode(publicKey)
  const jwk = toJwk(parameters)
  if (!jwk) throw refused('the public key is of another form than that of its algorithm')
  if (jwk.kty === 'OKP') {
    if (!isEd25519KeySound(bytesOf(parameters, label.x))) throw refused('the public key proves nothing')
    return
  }
  let key: KeyObject
  try {
    // OpenSSL refuses a point that is not on the curve.
    key = createPublicKey({ key: jwk, format: 'jwk' })
  } catch (cause) {
    throw refused('the public key is none', cause)
  }
  if (jwk.kty === 'RSA' && !isRsaKeySound(key, bytesOf(parameters, label.n)))
    throw refused('the public key is too weak')
}

async function decode(publicKey: Uint8Array): Promise<Map<number, unknown>> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded: unknown = decodeCredentialPublicKey(Uint8Array.from(publicKey))
    if (decoded instanceof Map) return decoded
  } catch (cause) {
    throw refused('the public key is not as COSE has it', cause)
  }
  throw refused('the public key is not as COSE has it')
}

/** Returns a key in the form that Node reads; undefined when its type or curve is not that of its algorithm (WebAuthn 5.8.5). */
function toJwk(parameters: Map<number, unknown>): JsonWebKey | undefined {
  const [kty, alg, crv] = [label.kty, label.alg, label.crv].map((name) => parameters.get(name))
  const text = (name: number) => bytesOf(parameters, name).toString('base64url')
  const isLong = (name: number) => bytesOf(parameters, name).length === 32
  if (alg === -8 && kty === 1 && crv === 6) return { kty: 'OKP', crv: 'Ed25519', x: text(label.x) }
  if (alg === -7 && kty === 2 && crv === 1 && isLong(label.x) && isLong(label.y))
    return { kty: 'EC', crv: 'P-256', x: text(label.x), y: text(label.y) }
  if (alg === -257 && kty === 3) return { kty: 'RSA', n: text(label.n), e: text(label.e) }
  return undefined
}

/** Returns a parameter that holds bytes; no bytes when it holds something else. */
function bytesOf(parameters: Map<number, unknown>, name: number): Buffer {
  const value = parameters.get(name)
  return value instanceof Uint8Array ? Buffer.from(value) : Buffer.of()
}

/** With the exponent 1 a signature is the signed text itself; an even exponent or modulus belongs to no RSA key. */
function isRsaKeySound(key: KeyObject, modulus: Buffer): boolean {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  const isOdd = ((modulus.at(-1) ?? 0) & 1) === 1
  return modulusLength >= minModulusBits && isOdd && publicExponent >= 3n && publicExponent % 2n === 1n
}
