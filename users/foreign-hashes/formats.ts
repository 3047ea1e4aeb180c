import { argon2 } from './argon2.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { bcrypt, djangoBcrypt } from './bcrypt.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import type { ForeignHash, HashFormat } from './foreign-hash.ts'
import { djangoPbkdf2, pbkdf2 } from './pbkdf2.ts'
import { phpass } from './phpass.ts'
import { saltedSha } from './salted-sha.ts'
import { betterAuth, scrypt } from './scrypt.ts'
import { shaCrypt } from './sha-crypt.ts'
import { wordpress } from './wordpress.ts'

/** All formats of password hashes with which users can be imported. No text is valid in two of these formats. */
export const hashFormats: readonly HashFormat[] = [
  ...[bcrypt, djangoBcrypt, wordpress, argon2, scrypt, betterAuth, firebaseScrypt],
  ...[pbkdf2, djangoPbkdf2, aspnetIdentity, shaCrypt, phpass, saltedSha],
]

/** A hash whose format is known. `form` is the name of the format and the cost, such as `bcrypt 10`. */
export interface RecognisedHash extends ForeignHash {
  form: string
}

/** Parses a hash of any known format. Returns undefined for every other text. */
export function readForeignHash(text: string): RecognisedHash | undefined {
  for (const { name, read } of hashFormats) {
    const hash = read(text)
    if (hash) return { ...hash, form: `${name} ${hash.cost}` }
  }
  return undefined
}
