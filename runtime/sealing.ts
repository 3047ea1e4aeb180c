import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { StartFault } from './start-fault.ts'

const algorithm = 'aes-256-gcm'

/**
 * Derives a name of a master key. The name is stored with each secret that the key has encrypted, and shows which key decrypts
 * it. It reveals nothing of the key.
 */
export const masterKeyName = (masterKey: Buffer): string =>
  createHash('sha256').update('latchkey master key').update(masterKey).digest('hex').slice(0, 16)

/** The files that master keys were read from, so that an error can name the file instead of a setting that is not set. */
const keyFiles = new WeakMap<Buffer, string>()

export const noteKeyFile = (masterKeys: readonly Buffer[], path: string): void => {
  for (const key of masterKeys) keyFiles.set(key, path)
}

/** Returns the file that master keys were read from; undefined when the value of the setting has them. */
export const keyFileOf = ([first]: readonly Buffer[]): string | undefined => first && keyFiles.get(first)

/** Returns where an operator finds the master keys: the path of a file, or the name of the setting. */
export const keySourceOf = (masterKeys: readonly Buffer[]): string =>
  keyFileOf(masterKeys) ?? 'LATCHKEY_MASTER_KEY'

/**
 * Encrypts a secret with AES-256-GCM and the current master key, which is the first of `masterKeys`. Master keys have 32 bytes.
 * `purpose` is authenticated with the secret, so that it cannot be decrypted in another row or for another use.
 * @throws {StartFault} when there is no key
 */
export function seal(masterKeys: readonly Buffer[], purpose: string, plain: Buffer): string {
  const [masterKey] = masterKeys
  if (!masterKey) throw new StartFault(['LATCHKEY_MASTER_KEY must be set, or the data folder hold one.'])
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, createSecretKey(masterKey), iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return ['v1', masterKeyName(masterKey), iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/**
 * Encrypts a secret again with the current master key, which is the first one. Returns undefined when it is already encrypted
 * with that key.
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

/** True when the secret is encrypted with this master key. */
export const isSealedWith = (masterKey: Buffer, sealed: string): boolean =>
  sealed.split('.')[1] === masterKeyName(masterKey)

/**
 * Decrypts a secret that `seal` has encrypted.
 * @throws {StartFault} when it is encrypted with none of the master keys
 * @throws {Error} when it was changed or has another purpose
 */
export function unseal(masterKeys: readonly Buffer[], purpose: string, sealed: string): Buffer {
  const [version, , iv, data] = sealed.split('.')
  if (version !== 'v1' || iv === undefined || data === undefined)
    throw new Error('A sealed secret has an unknown form.')
  const masterKey = masterKeys.find((one) => isSealedWith(one, sealed))
  if (!masterKey) {
    throw new StartFault([
      `${keySourceOf(masterKeys)} is not the key that the secrets in the database were sealed with.`,
    ])
  }
  const bytes = Buffer.from(data, 'base64url')
  // With a Buffer as key, Node takes several times as long: it first tries it as a KeyObject and as a CryptoKey, and both throw.
  const decipher = createDecipheriv(algorithm, createSecretKey(masterKey), Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
}
