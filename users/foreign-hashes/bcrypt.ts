import { createHash } from 'node:crypto'
import type { ForeignHash, HashFormat } from './foreign-hash.ts'

const form = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
/** The highest cost that is accepted. Each step doubles the time of a check: a cost of 14 takes about a second. */
const maxCost = 14
/** The number of bytes of a password that bcrypt uses. It ignores all bytes after them. */
const maxBytes = 72

/** Compares bytes with a bcrypt hash, in a thread of Node's pool. */
async function verifyBcrypt(hash: string, password: Buffer): Promise<boolean> {
  // Implementations of bcrypt in C end a password at a NUL, and others refuse it. It is refused here: its part before the NUL
  // must not be enough for a login, because the whole text becomes the new password.
  if (password.includes(0)) return false
  const { verify } = await import('@node-rs/bcrypt')
  return verify(password.subarray(0, maxBytes), hash)
}

/**
 * Parses a bcrypt hash. Returns undefined for any other text.
 * @param prepare makes the bytes that are hashed from a password
 */
export function readBcrypt(text: string, prepare: (password: string) => Buffer): ForeignHash | undefined {
  const cost = Number(form.exec(text)?.[1])
  if (!(cost >= 4 && cost <= 31)) return undefined
  return {
    cost: String(cost),
    tooCostly: cost > maxCost ? `a cost above ${maxCost}` : undefined,
    verify: (password) => verifyBcrypt(text, prepare(password)),
  }
}

/** The format of bcrypt that crypt(3) writes (`$2a$`, `$2b$`, `$2y$`), with or without the prefix `bcrypt$` of Django. */
export const bcrypt: HashFormat = {
  name: 'bcrypt',
  read: (text) => readBcrypt(text.replace(/^bcrypt\$(?=\$)/, ''), (password) => Buffer.from(password)),
}

/**
 * The format `bcrypt_sha256$` of Django: bcrypt of the SHA-256 in hexadecimal, so that more than 72 bytes of a password count.
 */
export const djangoBcrypt: HashFormat = {
  name: 'django-bcrypt-sha256',
  read(text) {
    const prefix = 'bcrypt_sha256$'
    if (!text.startsWith(prefix)) return undefined
    return readBcrypt(text.slice(prefix.length), (password) =>
      Buffer.from(createHash('sha256').update(password).digest('hex')),
    )
  },
}
