import { createHmac, hash as digestOf } from 'node:crypto'
import { blankOf, fromBase64, type HashFormat, ofDigest } from './foreign-hash.ts'

const sizes = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }
type Digest = keyof typeof sizes
const digestOfSize = (bytes: number): Digest | undefined =>
  (Object.keys(sizes) as Digest[]).find((name) => sizes[name] === bytes)

const digestOfBytes = (digest: Digest, ...parts: (string | Buffer)[]): Buffer =>
  digestOf(digest, Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer')

const plainHex = /^(?:[0-9a-f]{2}){16,64}$/i
const ofLdap = /^\{(MD5|SMD5|SHA(?:256|384|512)?)\}([A-Za-z0-9+/]{22,120}={0,2})$/i

/**
 * The format of one digest of the password: in hexadecimal, or as LDAP writes it (`{MD5}`, `{SHA}`, …; `{SMD5}` with a salt after
 * it).
 */
export const plainDigest: HashFormat = {
  name: 'plain-digest',
  read(text) {
    const [, scheme = '', encoded = ''] = ofLdap.exec(text) ?? []
    const isHex = plainHex.test(text)
    const bytes = isHex ? Buffer.from(text, 'hex') : fromBase64(encoded)
    const named = scheme
      .toLowerCase()
      .replace(/^smd5$/, 'md5')
      .replace(/^sha$/, 'sha1')
    const digest = isHex
      ? digestOfSize(bytes.length)
      : (Object.keys(sizes) as Digest[]).find((one) => one === named)
    if (digest === undefined) return undefined
    const [expected, salt] = [bytes.subarray(0, sizes[digest]), bytes.subarray(sizes[digest])]
    const isSalted = scheme.toLowerCase() === 'smd5'
    if (expected.length !== sizes[digest] || isSalted !== salt.length > 0) return undefined
    const blank = Buffer.concat([Buffer.alloc(expected.length), salt])
    return ofDigest({
      cost: isSalted ? 'salted md5' : digest,
      rounds: 1,
      digest: expected,
      blank: isHex ? blank.toString('hex') : `{${scheme}}${blank.toString('base64')}`,
      async *digestsOf(password) {
        yield digestOfBytes(digest, password, salt)
      },
    })
  },
}

const inThreeParts = /^(md5|sha1|sha224|sha256|sha384|sha512)\$([^$:\n]{0,64})\$([0-9a-f]{32,128})$/
/** The digest comes first, then the salt, and in Magento 2 the number of its method, of which 0 and 1 are one digest. */
const saltLast = /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):([^$:\n]{1,64})(:[01])?$/

/**
 * The formats of one digest of salt and password: `sha1$salt$hexadecimal` of Django and of Werkzeug before 3, and
 * `hexadecimal:salt` of Joomla 1.5 to 2.5 and Magento. The texts do not say whether the salt comes before the password or after
 * it, or is the key of an HMAC, so that each is tried.
 */
export const saltedDigest: HashFormat = {
  name: 'salted-digest',
  read(text) {
    const [, named, first = '', inHex] = inThreeParts.exec(text) ?? []
    const [, hexFirst, last = ''] = saltLast.exec(text) ?? []
    const expected = Buffer.from(inHex ?? hexFirst ?? '', 'hex')
    const digest = digestOfSize(expected.length)
    if (digest === undefined || (named !== undefined && named !== digest)) return undefined
    const salt = named === undefined ? last : first
    return ofDigest({
      cost: digest,
      rounds: 1,
      digest: expected,
      blank:
        hexFirst === undefined
          ? blankOf(text, inHex ?? '')
          : text.replace(hexFirst, '0'.repeat(hexFirst.length)),
      async *digestsOf(password) {
        yield digestOfBytes(digest, salt, password)
        if (salt === '') return
        if (named === undefined) yield digestOfBytes(digest, password, salt)
        else yield createHmac(digest, salt).update(password).digest()
      },
    })
  },
}
