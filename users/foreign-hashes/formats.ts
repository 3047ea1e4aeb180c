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

/**
 * The formats that versions from before the wrapping of fast hashes can read. They stored every hash as the other system wrote
 * it.
 */
const earlierFormats: readonly HashFormat[] = [
  bcrypt,
  djangoBcrypt,
  wordpress,
  argon2,
  scrypt,
  betterAuth,
  firebaseScrypt,
  pbkdf2,
  djangoPbkdf2,
  aspnetIdentity,
  shaCrypt,
  phpass,
  saltedSha,
]

/** All formats of password hashes with which users can be imported. No text is valid in two of these formats. */
export const hashFormats: readonly HashFormat[] = [
  ...earlierFormats,
  werkzeug,
  drupal,
  md5Crypt,
  plainDigest,
  saltedDigest,
]

/** A hash whose format is known. `form` is the name of the format and the cost, such as `bcrypt 10`. */
export interface RecognisedHash extends ForeignHash {
  form: string
  /** True when versions from before the wrapping of fast hashes can compare a password with this hash. */
  isEarlierFormat: boolean
}

/** Parses a hash of any known format, also a wrapped one. Returns undefined for every other text. */
export function readForeignHash(text: string): RecognisedHash | undefined {
  const wrapped = readWrapped(text, readUnwrapped)
  if (!wrapped) return readUnwrapped(text)
  return { ...wrapped.outer, form: `wrapped-${wrapped.inner.form}`, isEarlierFormat: false }
}

function readUnwrapped(text: string): RecognisedHash | undefined {
  for (const format of hashFormats) {
    const hash = format.read(text)
    const isEarlierFormat = earlierFormats.includes(format)
    if (hash) return { ...hash, form: `${format.name} ${hash.cost}`, isEarlierFormat }
  }
  return undefined
}
