import { hash as digestOf } from 'node:crypto'
import { toCryptBase64 } from './crypt-base64.ts'
import { blankOf, type HashFormat, ofDigest } from './foreign-hash.ts'
import { inSlices, maxLoopedBytes } from './in-slices.ts'

const form = /^(?:\{CRYPT\})?(\$1\$|\$apr1\$)([^$:\n]{0,8})\$([./A-Za-z0-9]{22})$/i
const rounds = 1_000
/** The order in which the bytes of the digest are written. */
const order = [12, 6, 0, 13, 7, 1, 14, 8, 2, 15, 9, 3, 5, 10, 4, 11]

/** The format of MD5 in crypt(3), `$1$`, and the same with another constant in the password files of Apache, `$apr1$`. */
export const md5Crypt: HashFormat = {
  name: 'md5-crypt',
  read(text) {
    const [, magic = '', salt = '', expected = ''] = form.exec(text) ?? []
    if (expected === '') return undefined
    return ofDigest({
      cost: String(rounds),
      rounds,
      blank: blankOf(text, expected),
      digest: Buffer.from(expected),
      async *digestsOf(password) {
        const secret = Buffer.from(password)
        if (secret.length > maxLoopedBytes) return
        const state = await md5CryptOf({ secret, magic: Buffer.from(magic), salt: Buffer.from(salt) })
        yield Buffer.from(toCryptBase64(Uint8Array.from(order, (at) => state[at] ?? 0)))
      },
    })
  },
}

async function md5CryptOf({ secret, magic, salt }: { secret: Buffer; magic: Buffer; salt: Buffer }) {
  const digest = (...parts: Buffer[]) => digestOf('md5', Buffer.concat(parts), 'buffer')
  const inner = Buffer.alloc(secret.length, digest(secret, salt, secret))
  // A part for each bit of the length of the password, lowest first: a NUL for a one, and the first byte of the password for a zero.
  const bits = secret.length === 0 ? [] : [...secret.length.toString(2)].reverse()
  const byBits = bits.map((bit) => (bit === '1' ? Buffer.alloc(1) : secret.subarray(0, 1)))
  let state = digest(secret, magic, salt, inner, ...byBits)
  await inSlices(rounds, (round) => {
    const isOdd = round % 2 === 1
    const middle = [...(round % 3 === 0 ? [] : [salt]), ...(round % 7 === 0 ? [] : [secret])]
    state = digest(isOdd ? secret : state, ...middle, isOdd ? state : secret)
  })
  return state
}
