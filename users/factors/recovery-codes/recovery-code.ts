import { createHmac, randomBytes } from 'node:crypto'
import { toBase32 } from '../core/base32.ts'

const codesInSet = 10
/**
 * The number of random bytes of a recovery code (80 bits). Codes are stored as HMACs whose key is encrypted, so that nobody can
 * test guesses with a copy of the database alone.
 */
const codeBytes = 10

/** Makes a set of codes in the form `XXXX-XXXX-XXXX-XXXX`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codesInSet }, () => toBase32(randomBytes(codeBytes)).replace(/.{4}(?=.)/g, '$&-'))

export const newRecoveryKey = (): Buffer => randomBytes(32)

/** Computes the HMAC of a code, as it is stored. Case, spaces and dashes do not count, because people type codes from paper. */
export const recoveryCodeMac = (key: Buffer, code: string): string =>
  createHmac('sha256', key).update(code.replace(/[ -]/g, '').toUpperCase()).digest('base64url')
