import { blankOf, type HashFormat } from './foreign-hash.ts'
import { ofPbkdf2 } from './pbkdf2.ts'
import { ofScrypt } from './scrypt.ts'

const pbkdf2Form = /^pbkdf2:(sha1|sha256|sha512):([1-9]\d{0,9})\$([^$\n]{1,128})\$((?:[0-9a-f]{2}){16,128})$/
const scryptForm =
  /^scrypt:([1-9]\d{0,7}):([1-9]\d{0,2}):([1-9]\d{0,2})\$([^$\n]{1,128})\$((?:[0-9a-f]{2}){16,128})$/

/**
 * The formats of Werkzeug (Flask): `pbkdf2:sha256:600000$salt$key` and `scrypt:32768:8:1$salt$key`. The salt is not decoded: its
 * characters are hashed. The key is in hexadecimal.
 */
export const werkzeug: HashFormat = {
  name: 'werkzeug',
  read(text) {
    const [, digest, rounds, salt = '', key = ''] = pbkdf2Form.exec(text) ?? []
    if (digest !== undefined) {
      const bytes = { salt: Buffer.from(salt), hash: Buffer.from(key, 'hex') }
      return ofPbkdf2({ digest, rounds: Number(rounds), ...bytes, blank: blankOf(text, key) })
    }
    const [, n, r, p, scryptSalt = '', scryptKey = ''] = scryptForm.exec(text) ?? []
    if (n === undefined) return undefined
    const cost = { n: Number(n), r: Number(r), p: Number(p) }
    return ofScrypt({ ...cost, salt: Buffer.from(scryptSalt), hash: Buffer.from(scryptKey, 'hex') })
  },
}
