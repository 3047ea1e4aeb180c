import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { StartFault } from './start-fault.ts'

/**
 * Derives a name of a master key. The name reveals nothing of the key, and shows before decryption which key
 * is the right one.
 */
const nameOf = (masterKey: Buffer): string =>
  createHash('sha256').update('latchkey master key').update(masterKey).digest('hex').slice(0, 16)

/**
 * Seals a secret: encrypts it with AES-256-GCM under the first of the master keys, which have 32 bytes.
 * `purpose` is authenticated with the secret, so that it cannot be decrypted in another row or for another
 * use.
 * @throws {StartFault} when there is no key
 */
export function seal(masterKeys: readonly Buffer[], purpose: string, plain: Buffer): string {
  const [masterKey] = masterKeys
  if (!masterKey) throw new StartFault(['LATCHKEY_MASTER_KEY must be set, or the data folder hold one.'])
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return ['v1', nameOf(masterKey), iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/**
 * Seals a secret again, under the first key, when a former key sealed it. Undefined when the first key sealed
 * it already.
 */
export function sealedAnew(
  masterKeys: readonly Buffer[],
  purpose: string,
  sealed: string,
): string | undefined {
  const [first] = masterKeys
  if (first && isSealedWith(first, sealed)) return undefined
  return seal(masterKeys, purpose, unseal(masterKeys, purpose, sealed))
}

/** True when this master key has sealed the secret. */
export const isSealedWith = (masterKey: Buffer, sealed: string): boolean =>
  sealed.split('.')[1] === nameOf(masterKey)

/**
 * Decrypts a sealed secret.
 * @throws {StartFault} when none of the keys has sealed it
 * @throws {Error} when it was changed or has another purpose
 */
export function unseal(masterKeys: readonly Buffer[], purpose: string, sealed: string): Buffer {
  const [version, , iv, data] = sealed.split('.')
  if (version !== 'v1' || iv === undefined || data === undefined)
    throw new Error('A sealed secret has an unknown form.')
  const masterKey = masterKeys.find((one) => isSealedWith(one, sealed))
  if (!masterKey) {
    throw new StartFault([
      'LATCHKEY_MASTER_KEY is not the key that the secrets in the database were sealed with.',
    ])
  }
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', masterKey, Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
}
