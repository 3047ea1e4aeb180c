import { randomBytes } from 'node:crypto'

/**
 * A UUIDv7 (RFC 9562 section 5.7): the time in its first 48 bits, so that inserts stay local in an index, and 74
 * random ones, so that it is unique across nodes and restarts and cannot be guessed.
 */
export function newId(nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
