import { crc32 } from 'node:zlib'

/**
 * The prefix distinguishes an API key from every other credential, for the services and for scanners that
 * look for leaked secrets.
 */
const prefix = 'lk_'
const form = /^lk_[0-9A-Za-z]{49}$/
const checksumLength = 6

/**
 * Makes an API key: `lk_`, 32 random bytes in base62 (43 characters), and the CRC-32 of both in base62 (6
 * characters). The checksum is no secret: it lets a typo be refused without a query, and lets a scanner be
 * sure that it has found a key.
 * @throws {RangeError} when `random` does not have 32 bytes
 * @example apiKeyOf(randomBytes(32)) // 'lk_' and 49 characters more
 */
export function apiKeyOf(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('An API key is made of 32 random bytes.')
  const unchecked = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), 43)
  return unchecked + checksumOf(unchecked)
}

/** Returns whether a bearer credential begins as API keys do. It may still be malformed: see `isApiKeyForm`. */
export const looksLikeApiKey = (credential: string): boolean => credential.startsWith(prefix)

/** Returns whether a credential has the form and the checksum of an API key. Only the user service knows whether the key exists. */
export const isApiKeyForm = (credential: string): boolean =>
  form.test(credential) &&
  checksumOf(credential.slice(0, -checksumLength)) === credential.slice(-checksumLength)

const checksumOf = (unchecked: string): string => base62(BigInt(crc32(unchecked)), checksumLength)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
