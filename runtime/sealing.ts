import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { StartFault } from './start-fault.ts'

/** Names a master key without telling anything of it, so that a wrong one is recognised before it is tried. */
const nameOf = (masterKey: Buffer): string =>
  createHash('sha256').update('latchkey master key').update(masterKey).digest('hex').slice(0, 16)

/**
 * AES-256-GCM, under the first of the keys. `purpose` is authenticated with it: a sealed secret that is moved to another row
 * or another use does not open.
 */
export function seal(masterKeys: readonly Buffer[], purpose: string, plain: Buffer): string {
  const [masterKey] = masterKeys
  if (!masterKey) throw new StartFault(['LATCHKEY_MASTER_KEY must be set, or the data folder hold one.'])
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return ['v1', nameOf(masterKey), iv.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** After the master key was changed: what a former one sealed, under the first. Undefined where it is sealed by that already. */
export function sealedAnew(
  masterKeys: readonly Buffer[],
  purpose: string,
  sealed: string,
): string | undefined {
  const [first] = masterKeys
  if (first && isSealedWith(first, sealed)) return undefined
  return seal(masterKeys, purpose, unseal(masterKeys, purpose, sealed))
}

export const isSealedWith = (masterKey: Buffer, sealed: string): boolean =>
  sealed.split('.')[1] === nameOf(masterKey)

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
