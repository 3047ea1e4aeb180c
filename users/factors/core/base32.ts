const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns bytes in base32 (RFC 4648 section 6). Their number must be a multiple of five, because no padding is written. */
export const toBase32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart((bytes.length * 8) / 5, '0')
    .replace(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)))

/**
 * Reads base32 as authenticator apps write it, with or without padding, spaces and capitals. Returns undefined for any other text,
 * and for one that holds no byte.
 */
export function fromBase32(text: string): Buffer | undefined {
  const digits = text.replaceAll(' ', '').toUpperCase().replace(/=+$/, '')
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const digit of digits) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return undefined
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  return bytes.length === 0 ? undefined : Buffer.from(bytes)
}
