import { createHmac } from 'node:crypto'
import { readBcrypt } from './bcrypt.ts'
import type { HashFormat } from './foreign-hash.ts'

/** Removes from both ends of a password what PHP's `trim` removes, as WordPress does when a password is set and at each login. */
export const trimLikePhp = (password: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PHP trims NUL and the vertical tab too.
  password.replace(/^[ \t\n\r\0\x0b]+|[ \t\n\r\0\x0b]+$/g, '')

/** The key of the HMAC, a constant of WordPress: with it, these hashes are never equal to plain bcrypt hashes. */
const key = 'wp-sha384'

/** The format of WordPress from 6.8 on: `$wp`, then a bcrypt hash of the HMAC-SHA-384 of the password in base64. */
export const wordpress: HashFormat = {
  name: 'wordpress',
  read(text) {
    if (!text.startsWith('$wp$2y$')) return undefined
    return readBcrypt(text.slice('$wp'.length), (password) =>
      Buffer.from(createHmac('sha384', key).update(trimLikePhp(password)).digest('base64')),
    )
  },
}
