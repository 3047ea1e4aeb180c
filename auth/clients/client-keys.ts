import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { importVerificationKey, keyAlgorithmOf, type VerificationKey } from '#sdk/verification-key.ts'
import type { ClientKeys } from './client.ts'

/** The members of a JWK that only its owner may have (RFC 7518 section 6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

/** Imports a public key of a client, whose `alg` may be left out. Returns undefined for a key that cannot be used. */
export async function importClientKey(jwk: Record<string, unknown>): Promise<VerificationKey | undefined> {
  const algorithm = keyAlgorithmOf(jwk)
  return importVerificationKey({ ...jwk, alg: jwk.alg ?? algorithm })
}

/**
 * Requires that the keys that an admin registers for a client are public, and can be used.
 * @throws {Failure} `invalid_request`
 */
export async function requireUsableKeys({ keys }: ClientKeys): Promise<void> {
  const faults = await Promise.all(
    keys.map(async (jwk, at): Promise<FieldError[]> => {
      const pointer = `/jwks/keys/${at}`
      const secret = privateMembers.find((member) => Object.hasOwn(jwk, member))
      if (secret !== undefined)
        return [
          fault(`${pointer}/${secret}`, 'This is a part of the private key, which only its owner may have.'),
        ]
      if (!(await importClientKey(jwk)))
        return [
          fault(
            pointer,
            'This is no public key for signatures: Ed25519, P-256, or RSA of at least 2,048 bits.',
          ),
        ]
      if (keys.length > 1 && (typeof jwk.kid !== 'string' || jwk.kid === ''))
        return [fault(`${pointer}/kid`, 'Of several keys each needs a kid.')]
      return []
    }),
  )
  const errors = faults.flat()
  if (errors.length > 0) throw new Failure('invalid_request', { errors })
}

const fault = (pointer: string, detail: string): FieldError => ({ pointer, code: 'not_allowed', detail })
