import { timingSafeEqual } from 'node:crypto'

/** A password hash that another system made, taken apart. */
export interface ForeignHash {
  /** The cost in the words of its format, such as `10`. Hashes of one format and one cost take the same time. */
  cost: string
  /** Set when one check would take longer than a login may: the limit that the hash exceeds, in words. */
  tooCostly?: string | undefined
  /** Compares a password, spelled as it was typed, with the hash. */
  verify(password: string): Promise<boolean>
}

/** A format of password hashes. */
export interface HashFormat {
  /** The name in reports and metrics. */
  name: string
  /** Takes a hash apart. Returns undefined for a text of any other format. */
  read(text: string): ForeignHash | undefined
}

/** Compares in constant time. The lengths are no secret: they follow from the format. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Decodes base64 with or without padding. passlib writes a dot for the plus. */
export const fromBase64 = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64')

/** Decodes base64 whose every character counts. Returns undefined when the text is anything else. */
export function fromStrictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/**
 * Returns the limit in words when a number exceeds it.
 * @param what such as `rounds`
 */
export const above = (value: number, limit: number, what: string): string | undefined =>
  value > limit ? `more than ${limit.toLocaleString('en')} ${what}` : undefined
