import { type BinaryLike, type ScryptOptions, scrypt as scryptInThread } from 'node:crypto'
import { promisify } from 'node:util'
import { type ForeignHash, fromBase64, fromStrictBase64, type HashFormat, sameBytes } from './foreign-hash.ts'

export const scryptKey = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scryptInThread)

/** The parameters of scrypt (RFC 7914). `n` is the cost itself, not its logarithm. */
export interface ScryptCost {
  n: number
  r: number
  p: number
}

const maxMemoryBytes = 256 * 1024 * 1024
/** The maximum of N·r·p, which is about a second of work. */
const maxWork = 2 ** 21

/** Returns the options for `node:crypto`, whose own limit of 32 MiB is lower than what is in use. */
export const scryptOptions = ({ n, r, p }: ScryptCost): ScryptOptions => ({
  N: n,
  r,
  p,
  maxmem: 2 * 128 * r * (n + p + 2),
})

export const isScryptCost = ({ n, r, p }: ScryptCost): boolean =>
  n >= 2 && Number.isInteger(Math.log2(n)) && r >= 1 && p >= 1

export const scryptIsTooCostly = ({ n, r, p }: ScryptCost): string | undefined =>
  128 * n * r > maxMemoryBytes || n * r * p > maxWork
    ? 'more than 256 MiB of memory, or N·r·p above 2^21'
    : undefined

interface ScryptHash extends ScryptCost {
  salt: Buffer
  hash: Buffer
}

/** Returns a hash that `verify` compares by scrypt. Returns undefined for parameters that are not possible. */
export function ofScrypt({ n, r, p, salt, hash }: ScryptHash, spell = (password: string) => password) {
  const cost = { n, r, p }
  if (!isScryptCost(cost) || hash.length < 16 || hash.length > 128) return undefined
  return {
    cost: `N=${n},r=${r},p=${p}`,
    tooCostly: scryptIsTooCostly(cost),
    verify: async (password) =>
      sameBytes(await scryptKey(spell(password), salt, hash.length, scryptOptions(cost)), hash),
  } satisfies ForeignHash
}

const phc =
  /^\$scrypt\$ln=(\d\d?),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{0,171})=*\$([A-Za-z0-9+/]{22,171})=*$/
const django =
  /^scrypt\$(\d{1,8})\$([A-Za-z0-9]{1,128})\$(\d{1,3})\$(\d{1,3})\$([A-Za-z0-9+/]{22,172}={0,2})$/

/** The formats of scrypt hashes: PHC form, which passlib writes too, and `scrypt$` of Django. */
export const scrypt: HashFormat = {
  name: 'scrypt',
  read(text) {
    const [, ln, r, p, salt = '', hash = ''] = phc.exec(text) ?? []
    if (ln !== undefined)
      return ofScrypt({
        n: 2 ** Number(ln),
        r: Number(r),
        p: Number(p),
        salt: fromBase64(salt),
        hash: fromBase64(hash),
      })
    const [, n, djangoSalt = '', blocks, lanes, encoded = ''] = django.exec(text) ?? []
    const bytes = fromStrictBase64(encoded)
    if (n === undefined || !bytes) return undefined
    const cost = { n: Number(n), r: Number(blocks), p: Number(lanes) }
    return ofScrypt({ ...cost, salt: Buffer.from(djangoSalt), hash: bytes })
  },
}

const betterAuthForm = /^([0-9a-f]{32}):([0-9a-f]{128})$/

/** The format of better-auth: `salt:key` in hexadecimal. scrypt gets the salt as this text, and the password in Unicode NFKC. */
export const betterAuth: HashFormat = {
  name: 'better-auth',
  read(text) {
    const [, salt, key] = betterAuthForm.exec(text) ?? []
    if (salt === undefined || key === undefined) return undefined
    return ofScrypt(
      { n: 16_384, r: 16, p: 1, salt: Buffer.from(salt), hash: Buffer.from(key, 'hex') },
      (password) => password.normalize('NFKC'),
    )
  },
}
