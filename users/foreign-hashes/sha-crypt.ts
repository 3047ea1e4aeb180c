import { hash as digestOf } from 'node:crypto'
import { toCryptBase64 } from './crypt-base64.ts'
import { above, blankOf, type HashFormat, ofDigest } from './foreign-hash.ts'
import { inSlices, maxLoopedBytes } from './in-slices.ts'

const form = /^(?:\{CRYPT\})?\$([56])\$(?:rounds=([1-9]\d{0,8})\$)?([^$:\n]{0,16})\$([./A-Za-z0-9]{43,86})$/i
/** The maximum number of rounds. passlib makes hashes of 656,000 rounds, which take about a second. */
const maxRounds = 700_000
const defaultRounds = 5_000
/** The minimum number of rounds. The specification says that a lower number is raised to it. */
const minRounds = 1_000

interface Variant {
  digest: 'sha256' | 'sha512'
  /** The order in which the bytes of the digest are written. */
  order: number[]
}

/**
 * Returns the order in which SHA-crypt writes the bytes of a digest. Each group has three bytes, one from each third of the
 * digest. From group to group the order of the thirds rotates by `step` (see the specification of SHA-crypt).
 */
function orderOf(size: number, step: 1 | 2, tail: number[]): number[] {
  const third = Math.floor(size / 3)
  const groups = Array.from({ length: third }, (_, number) => {
    const turned = [0, 1, 2].map((part) => number + third * ((part + step * number) % 3))
    return turned.reverse()
  })
  return [...groups.flat(), ...tail]
}

const variants: Record<string, Variant> = {
  5: { digest: 'sha256', order: orderOf(32, 2, [30, 31]) },
  6: { digest: 'sha512', order: orderOf(64, 1, [63]) },
}

/** The format SHA-crypt of crypt(3): `$5$` is SHA-256, `$6$` is SHA-512. */
export const shaCrypt: HashFormat = {
  name: 'sha-crypt',
  read(text) {
    const [, kind = '', written, salt = '', expected = ''] = form.exec(text) ?? []
    const variant = variants[kind]
    if (!variant || expected.length !== (kind === '5' ? 43 : 86)) return undefined
    const rounds = Math.max(Number(written ?? defaultRounds), minRounds)
    return ofDigest({
      cost: `${variant.digest} ${rounds}`,
      rounds,
      blank: blankOf(text, expected),
      digest: Buffer.from(expected),
      tooCostly: above(rounds, maxRounds, 'rounds'),
      async *digestsOf(password) {
        const secret = Buffer.from(password)
        if (secret.length > maxLoopedBytes) return
        const state = await shaCryptOf(variant.digest, { secret, salt: Buffer.from(salt), rounds })
        const ordered = Uint8Array.from(variant.order, (at) => state[at] ?? 0)
        yield Buffer.from(toCryptBase64(ordered))
      },
    })
  },
}

/** Computes the digest by the steps of the specification, https://www.akkadia.org/drepper/SHA-crypt.txt. */
async function shaCryptOf(
  algorithm: Variant['digest'],
  { secret, salt, rounds }: { secret: Buffer; salt: Buffer; rounds: number },
): Promise<Buffer> {
  const digest = (...parts: Buffer[]) => digestOf(algorithm, Buffer.concat(parts), 'buffer')
  // Steps 4 to 8 of the specification: digest B.
  const other = digest(secret, salt, secret)
  // Steps 1 to 3 and 9 to 12: digest A. It gets as many bytes of B as the password has, then a part for each bit of that length.
  const bits = [...secret.length.toString(2)].reverse().filter(() => secret.length > 0)
  const byBits = bits.map((bit) => (bit === '1' ? other : secret))
  let state = digest(secret, salt, repeated(other, secret.length), ...byBits)
  // Steps 13 to 16: the bytes P, which are made from the password.
  const p = repeated(digest(...Array<Buffer>(secret.length).fill(secret)), secret.length)
  // Steps 17 to 20: the bytes S, which are made from the salt.
  const s = repeated(digest(...Array<Buffer>(16 + (state[0] ?? 0)).fill(salt)), salt.length)
  // Step 21: the rounds, which mix digest, P and S.
  await inSlices(rounds, (round) => {
    const isOdd = round % 2 === 1
    const middle = [...(round % 3 === 0 ? [] : [s]), ...(round % 7 === 0 ? [] : [p])]
    state = digest(isOdd ? p : state, ...middle, isOdd ? state : p)
  })
  return state
}

/** Repeats bytes up to a length. */
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes)
