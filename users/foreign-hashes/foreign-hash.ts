import { timingSafeEqual } from 'node:crypto'

/** A password hash that another system made, with its parts parsed. */
export interface ForeignHash {
  /** The cost in the words of its format, such as `10`. Hashes of one format and one cost take the same time. */
  cost: string
  /** The limit that the hash exceeds, in words, when one check would take longer than a login may; otherwise undefined. */
  tooCostly?: string | undefined
  /** Compares a password, spelled as it was typed, with the hash. */
  verify(password: string): Promise<boolean>
}

/** A format of password hashes. */
export interface HashFormat {
  /** The name in reports and metrics. */
  name: string
  /** Parses a hash. Returns undefined for a text of any other format. */
  read(text: string): ForeignHash | undefined
}

/** Compares two byte arrays in constant time. Their lengths are no secret: they follow from the format. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Decodes base64 with or without padding. A dot counts as a plus, because passlib writes dots. */
export const fromBase64 = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64')

/** Decodes base64. Returns undefined unless encoding the bytes again gives exactly the same text. */
export function fromStrictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/**
 * Returns the limit in words when a number exceeds it; otherwise undefined.
 * @param what the unit in these words, such as `rounds`
 */
export const above = (value: number, limit: number, what: string): string | undefined =>
  value > limit ? `more than ${limit.toLocaleString('en')} ${what}` : undefined
