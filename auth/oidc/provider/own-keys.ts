import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { ExternalSigningKey } from 'oidc-provider'
import { toRawSignature } from '../../core/keys/key-material.ts'
import type { KeyPair } from '../../core/keys/signing-keys.ts'

/**
 * One of our signing keys. The library lets it sign, and never sees the private part. By itself the library signs in another
 * thread, but to wake the thread costs more than a signature with an elliptic curve; only RSA takes long enough for it.
 */
export class OwnKey extends ExternalSigningKey {
  readonly #own: KeyPair
  readonly #publicKey: KeyObject

  constructor(own: KeyPair) {
    super()
    this.#own = own
    this.#publicKey = createPublicKey(own.pair)
  }

  override get kid(): string {
    return this.#own.kid
  }

  override get alg(): string {
    return this.#own.algorithm
  }

  override keyObject(): KeyObject {
    return this.#publicKey
  }

  override sign(data: Uint8Array): Uint8Array | Promise<Uint8Array> {
    const { algorithm, pair } = this.#own
    if (algorithm === 'RS256') return signInThread('sha256', data, pair)
    return algorithm === 'ES256' ? toRawSignature(sign('sha256', data, pair)) : sign(null, data, pair)
  }
}

const signInThread = promisify(sign)
