const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns bytes in base32 (RFC 4648 section 6). Their number must be a multiple of five, because no padding is written. */
export const toBase32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart((bytes.length * 8) / 5, '0')
    .replace(/./g, (digit) => alphabet.charAt(Number.parseInt(digit, 32)))
