import { hash as digestOf } from 'node:crypto'
import { cryptNumber, toCryptBase64 } from './crypt-base64.ts'
import { above, blankOf, type ForeignHash, type HashFormat, ofDigest } from './foreign-hash.ts'
import { inSlices, maxLoopedBytes } from './in-slices.ts'
import { trimLikePhp } from './wordpress.ts'

interface Variant {
  digest: 'md5' | 'sha512'
  /** The maximum number of rounds. Existing hashes of MD5 have 2^11 to 2^15 rounds, and those of SHA-512 2^14 to 2^16. */
  maxRounds: number
}
const md5: Variant = { digest: 'md5', maxRounds: 2 ** 16 }
const sha512: Variant = { digest: 'sha512', maxRounds: 2 ** 18 }

/** The parts of a hash: the letter that says how many rounds, the salt, and the digest, of which SHA-512 keeps 43 characters. */
const form = /^\$[PHS]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22}|[./A-Za-z0-9]{43})$/

function readLoop(text: string, variant: Variant, spell: (password: string) => string[]) {
  const [, letter = '', salt = '', expected = ''] = form.exec(text) ?? []
  const log = cryptNumber(letter)
  if (expected.length !== (variant.digest === 'md5' ? 22 : 43) || log < 7 || log > 30) return undefined
  const rounds = 2 ** log
  return ofDigest({
    cost: `2^${log}`,
    tooCostly: above(rounds, variant.maxRounds, 'rounds'),
    rounds,
    blank: blankOf(text, expected),
    digest: Buffer.from(expected),
    async *digestsOf(password) {
      for (const spelled of spell(password)) {
        const secret = Buffer.from(spelled)
        if (secret.length > maxLoopedBytes) continue
        let state = digestOf(variant.digest, Buffer.concat([Buffer.from(salt), secret]), 'buffer')
        await inSlices(rounds, () => {
          state = digestOf(variant.digest, Buffer.concat([state, secret]), 'buffer')
        })
        yield Buffer.from(toCryptBase64(state).slice(0, expected.length))
      }
    },
  })
}

const trimmedToo = (password: string) => [...new Set([password, trimLikePhp(password)])]

/** The portable format of phpass, MD5 in a loop: `$P$` of WordPress before 6.8 and others, `$H$` of phpBB. */
export const phpass: HashFormat = {
  name: 'phpass',
  read: (text) => (/^\$[PH]\$/.test(text) ? readLoop(text, md5, trimmedToo) : undefined),
}

/**
 * The format of Drupal 7 to 10: the loop of phpass with SHA-512 (`$S$`). After an update from Drupal 6, `U` stands before a hash of
 * the MD5 of the password in hexadecimal.
 */
export const drupal: HashFormat = {
  name: 'drupal',
  read(text) {
    const trimmed = text.startsWith('U$') ? text.slice(1) : text
    const isUpdated = trimmed !== text
    const ofLoop = (variant: Variant) =>
      readLoop(trimmed, variant, (password) =>
        trimmedToo(password).map((one) => (isUpdated ? digestOf('md5', one) : one)),
      )
    if (trimmed.startsWith('$S$')) return prefixed(ofLoop(sha512), isUpdated ? 'U' : '')
    return isUpdated && /^\$[PH]\$/.test(trimmed) ? prefixed(ofLoop(md5), 'U') : undefined
  },
}

const prefixed = (hash: ForeignHash | undefined, prefix: string): ForeignHash | undefined =>
  hash?.fast ? { ...hash, fast: { ...hash.fast, blank: prefix + hash.fast.blank } } : hash
