import { type ForeignHash, fromStrictBase64, type HashFormat } from './foreign-hash.ts'
import { ofPbkdf2 } from './pbkdf2.ts'

const digests = ['sha1', 'sha256', 'sha512']

/** Reads a hash of version 2: a zero, 16 bytes of salt, and 32 bytes of PBKDF2-HMAC-SHA-1 with 1,000 rounds. */
function readVersion2(bytes: Buffer): ForeignHash | undefined {
  if (bytes.length !== 49) return undefined
  const [salt, hash] = [bytes.subarray(1, 17), bytes.subarray(17)]
  return ofPbkdf2({ digest: 'sha1', rounds: 1_000, salt, hash, blank: blankAfter(bytes, 17) })
}

/** Reads a hash of version 3: a one; digest, rounds and length of the salt with four bytes each; the salt; and the key. */
function readVersion3(bytes: Buffer): ForeignHash | undefined {
  if (bytes.length < 13 + 16 + 16) return undefined
  const saltEnd = 13 + bytes.readUInt32BE(9)
  if (saltEnd < 13 + 16 || saltEnd > bytes.length - 16) return undefined
  const digest = digests[bytes.readUInt32BE(1)] ?? ''
  const [salt, hash] = [bytes.subarray(13, saltEnd), bytes.subarray(saltEnd)]
  const blank = blankAfter(bytes, saltEnd)
  return ofPbkdf2({ digest, rounds: bytes.readUInt32BE(5), salt, hash, blank })
}

/** Returns the text of a hash with zeros in place of the key, which begins at `end`. */
const blankAfter = (bytes: Buffer, end: number): string =>
  Buffer.concat([bytes.subarray(0, end), Buffer.alloc(bytes.length - end)]).toString('base64')

/** The format of ASP.NET Core Identity, versions 2 and 3: bytes in base64, of which the first one is the version. */
export const aspnetIdentity: HashFormat = {
  name: 'aspnet-identity',
  read(text) {
    if (!/^[A-Za-z0-9+/]{60,240}={0,2}$/.test(text)) return undefined
    const bytes = fromStrictBase64(text)
    if (bytes?.[0] === 0) return readVersion2(bytes)
    return bytes?.[0] === 1 ? readVersion3(bytes) : undefined
  },
}
