import { crc32 } from 'node:zlib'

/** What tells a key from every other credential: to the services, and to scanners that look for leaked secrets. */
const prefix = 'lk_'
const form = /^lk_[0-9A-Za-z]{49}$/
const checksumLength = 6

/**
 * An API key: `lk_`, 32 random bytes in base62, and the CRC-32 of both. The checksum is no secret: with it a typo is
 * refused before any database is asked, and a scanner is sure of what it has found.
 * @example
 * apiKeyOf(randomBytes(32)) // 'lk_' and 49 characters more
 */
export function apiKeyOf(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('An API key is made of 32 random bytes.')
  const unchecked = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), 43)
  return unchecked + checksumOf(unchecked)
}

/** Whether a bearer credential wants to be an API key; it may still be none. */
export const looksLikeApiKey = (credential: string): boolean => credential.startsWith(prefix)

/** Whether it can be a key that was ever made. */
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
