import { randomBytes, randomInt } from 'node:crypto'

let last = { ms: 0, count: 0 }

/**
 * Makes a UUIDv7 (RFC 9562 section 5.7). Its first 48 bits are the time in milliseconds, so that new rows are next to each other
 * in an index; 62 bits are random, so that it is unique across nodes and restarts and cannot be guessed. Ids of one process in
 * the same millisecond are ordered by a 12-bit counter that starts at a random number (section 6.2, method 1).
 */
export function newId(nowMs: number): string {
  last = { ms: nowMs, count: nowMs === last.ms ? last.count + 1 : randomInt(0x800) }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | (last.count & 0xfff), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
