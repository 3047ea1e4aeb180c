import { refused } from './refused.ts'

const maxDepth = 4
const maxItems = 100
const maxCredentialIdBytes = 1023
const fixedBytes = 37
const isAttested = 0x40
const hasExtensions = 0x80

/**
 * Returns the position at which a CBOR item (RFC 8949) ends. It runs before the decoder of the library, which recurses into each
 * nested item and trusts every length, so that crafted bytes could exhaust the stack or the memory.
 * @throws {Failure} `passkey_invalid` for an item that is cut off, is nested more than four deep, has more than a hundred parts,
 * or is of a kind that WebAuthn does not use: a tag, an indefinite length, a number of 64 bits
 */
export function endOfItem(bytes: Buffer, start: number): number {
  let at = start
  let items = 0
  /** The number of items that must still be read, for each level of nesting that has not ended. */
  const levels = [1]
  for (let wanted = levels.at(-1); wanted !== undefined; wanted = levels.at(-1)) {
    if (wanted === 0) {
      levels.pop()
      continue
    }
    levels[levels.length - 1] = wanted - 1
    items++
    if (items > maxItems) throw refused('the CBOR has too many parts')
    const { major, argument, next } = readHead(bytes, at)
    at = next
    if (major === 2 || major === 3) at += argument
    if (major === 4 || major === 5) levels.push(major === 5 ? 2 * argument : argument)
    if (levels.length > maxDepth) throw refused('the CBOR is nested too deeply')
    if (at > bytes.length) throw refused('the CBOR is cut off')
  }
  return at
}

/** Reads the first byte of an item and its argument (RFC 8949 section 3). */
function readHead(bytes: Buffer, at: number): { major: number; argument: number; next: number } {
  const first = bytes[at]
  if (first === undefined) throw refused('the CBOR is cut off')
  const major = first >> 5
  const short = first & 31
  if (major === 6) throw refused('the CBOR has a tag')
  if (short < 24) return { major, argument: short, next: at + 1 }
  const size = { 24: 1, 25: 2, 26: 4 }[short]
  if (size === undefined) throw refused('the CBOR has a number of 64 bits or an indefinite length')
  if (at + 1 + size > bytes.length) throw refused('the CBOR is cut off')
  return { major, argument: bytes.readUIntBE(at + 1, size), next: at + 1 + size }
}

/**
 * Requires authenticator data (WebAuthn section 6.1) whose parts fill it exactly, and whose CBOR is bounded.
 * @throws {Failure} `passkey_invalid`
 */
export function requireBoundedAuthenticatorData(data: Buffer): void {
  const flags = data[32]
  if (flags === undefined || data.length < fixedBytes) throw refused('the authenticator data is cut off')
  let at = fixedBytes
  if (flags & isAttested) at = endOfItem(data, endOfCredentialId(data))
  if (flags & hasExtensions) at = endOfItem(data, at)
  if (at !== data.length) throw refused('the authenticator data has bytes left over')
}

/** Returns where the id of the credential ends. It follows the 16 bytes that name the authenticator model, and its own length. */
function endOfCredentialId(data: Buffer): number {
  const start = fixedBytes + 18
  if (data.length < start) throw refused('the authenticator data is cut off')
  const length = data.readUInt16BE(start - 2)
  if (length === 0 || length > maxCredentialIdBytes)
    throw refused('the credential id is too short or too long')
  return start + length
}
