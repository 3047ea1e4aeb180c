import { timingSafeEqual } from 'node:crypto'

/** A password hash that another system made, with its parts parsed. */
export interface ForeignHash {
  /** The cost, as the format writes it, such as `10` for bcrypt. Hashes of the same format and cost take the same time. */
  cost: string
  /**
   * The limit that the hash exceeds, as text for a message, when one check would take too long for a login; otherwise undefined.
   */
  tooCostly?: string | undefined
  /** Compares a password, spelled as it was typed, with the hash. */
  verify(password: string): Promise<boolean>
  /** The parts of a fast hash, with which it is stored inside argon2id; absent when the hash is slow enough by itself. */
  fast?: FastHash | undefined
}

/** A hash of few rounds of MD5 or SHA: an attacker who has it finds a weak password within minutes. */
export interface FastHash {
  /** The text of the hash with zeros in place of its digest: what is needed to make the digest of a password again. */
  blank: string
  digest: Uint8Array
  /** Makes the digests that a password may have: more than one where its spelling, or the order of password and salt, is not known. */
  digestsOf(password: string): AsyncIterable<Uint8Array>
}

/** A hash of fewer rounds than this is a fast hash. */
const slowRounds = 10_000

/** Returns a hash that is a digest in some rounds of MD5 or SHA. */
export function ofDigest({
  cost,
  tooCostly,
  rounds,
  ...parts
}: FastHash & { cost: string; tooCostly?: string | undefined; rounds: number }): ForeignHash {
  return {
    cost,
    tooCostly,
    verify: (password) => anyMatches(parts.digestsOf(password), (made) => sameBytes(made, parts.digest)),
    fast: rounds < slowRounds ? parts : undefined,
  }
}

/** Returns whether one of the digests matches. A further digest is made only when none before it does. */
export async function anyMatches(
  digests: AsyncIterable<Uint8Array>,
  matches: (digest: Uint8Array) => boolean | Promise<boolean>,
): Promise<boolean> {
  for await (const digest of digests) if (await matches(digest)) return true
  return false
}

/** Returns the text of a hash with zeros in place of the digest that it ends with. A zero is a digit of every encoding here. */
export const blankOf = (text: string, digest: string): string =>
  text.slice(0, text.length - digest.length) + digest.replace(/[^=]/g, '0')

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
 * Returns the limit as text for a message when a number exceeds it; otherwise undefined.
 * @param what the unit in these words, such as `rounds`
 */
export const above = (value: number, limit: number, what: string): string | undefined =>
  value > limit ? `more than ${limit.toLocaleString('en')} ${what}` : undefined
