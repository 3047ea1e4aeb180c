import { hash as digestOf } from 'node:crypto'
import { fromBase64, type HashFormat, ofDigest } from './foreign-hash.ts'

const form = /^\{SSHA(256|384|512)?\}([A-Za-z0-9+/]{27,200}={0,2})$/i
const sizes = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }
type Digest = keyof typeof sizes

/** The format of salted SHA in LDAP (`{SSHA}`, `{SSHA512}`, …): one digest of password and salt, then the salt, in base64. */
export const saltedSha: HashFormat = {
  name: 'salted-sha',
  read(text) {
    const [, bits = '1', encoded] = form.exec(text) ?? []
    if (encoded === undefined) return undefined
    const digest = `sha${bits}` as Digest
    const bytes = fromBase64(encoded)
    const [expected, salt] = [bytes.subarray(0, sizes[digest]), bytes.subarray(sizes[digest])]
    if (salt.length === 0 || salt.length > 64) return undefined
    return ofDigest({
      cost: digest,
      rounds: 1,
      digest: expected,
      blank: `{SSHA${bits === '1' ? '' : bits}}${Buffer.concat([Buffer.alloc(expected.length), salt]).toString('base64')}`,
      async *digestsOf(password) {
        yield digestOf(digest, Buffer.concat([Buffer.from(password), salt]), 'buffer')
      },
    })
  },
}
