import { argon2 } from './argon2.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { bcrypt, djangoBcrypt } from './bcrypt.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import type { ForeignHash, HashFormat } from './foreign-hash.ts'
import { md5Crypt } from './md5-crypt.ts'
import { djangoPbkdf2, pbkdf2 } from './pbkdf2.ts'
import { drupal, phpass } from './phpass.ts'
import { saltedSha } from './salted-sha.ts'
import { betterAuth, scrypt } from './scrypt.ts'
import { shaCrypt } from './sha-crypt.ts'
import { plainDigest, saltedDigest } from './single-digest.ts'
import { werkzeug } from './werkzeug.ts'
import { wordpress } from './wordpress.ts'
import { readWrapped } from './wrapped.ts'

/** All formats of password hashes with which users can be imported. No text is valid in two of these formats. */
export const hashFormats: readonly HashFormat[] = [
  ...[bcrypt, djangoBcrypt, wordpress, argon2, scrypt, betterAuth, firebaseScrypt],
  ...[pbkdf2, djangoPbkdf2, aspnetIdentity, shaCrypt, phpass, saltedSha],
  ...[werkzeug, drupal, md5Crypt, plainDigest, saltedDigest],
]

/** The formats that versions before the wrapping of fast hashes know, and may have stored as the other system wrote them. */
const earlierFormats = new Set(
  [bcrypt, djangoBcrypt, wordpress, argon2, scrypt, betterAuth, firebaseScrypt]
    .concat([pbkdf2, djangoPbkdf2, aspnetIdentity, shaCrypt, phpass, saltedSha])
    .map(({ name }) => name),
)

/** A hash whose format is known. `form` is the name of the format and the cost, such as `bcrypt 10`. */
export interface RecognisedHash extends ForeignHash {
  form: string
  /** True when the service before the wrapping of fast hashes can compare a password with this text. */
  isEarlierFormat: boolean
}

/** Parses a hash of any known format, also a wrapped one. Returns undefined for every other text. */
export function readForeignHash(text: string): RecognisedHash | undefined {
  const wrapped = readWrapped(text, readUnwrapped)
  if (!wrapped) return readUnwrapped(text)
  return { ...wrapped.outer, form: `wrapped-${wrapped.inner.form}`, isEarlierFormat: false }
}

function readUnwrapped(text: string): RecognisedHash | undefined {
  for (const { name, read } of hashFormats) {
    const hash = read(text)
    if (hash) return { ...hash, form: `${name} ${hash.cost}`, isEarlierFormat: earlierFormats.has(name) }
  }
  return undefined
}
