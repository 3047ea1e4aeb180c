import { verify } from '@node-rs/argon2'
import { argon2 } from './argon2.ts'
import { anyMatches, type FastHash, type ForeignHash } from './foreign-hash.ts'

const form = /^\$wrapped\$([A-Za-z0-9_-]{1,600})(\$argon2id\$.{1,200})$/

/** Returns what argon2id hashes: the digest in hexadecimal, because the library takes UTF-8 only. */
export const hashedDigest = (digest: Uint8Array): string => Buffer.from(digest).toString('hex')

/**
 * Returns the text of a wrapped hash: the parameters that make the digest of a password, and the argon2id hash of that digest.
 * The digest itself is not in it.
 */
export const wrappedText = ({ blank }: FastHash, phc: string): string =>
  `$wrapped$${Buffer.from(blank).toString('base64url')}${phc}`

/** Parses a wrapped hash. Returns undefined for any other text. `readInner` parses the hash of another system inside. */
export function readWrapped<T extends ForeignHash>(
  text: string,
  readInner: (text: string) => T | undefined,
): { outer: ForeignHash; inner: T } | undefined {
  const [, encoded = '', phc = ''] = form.exec(text) ?? []
  const inner = encoded === '' ? undefined : readInner(Buffer.from(encoded, 'base64url').toString())
  const around = argon2.read(phc)
  const fast = inner?.fast
  if (!inner || !around || !fast) return undefined
  const outer = {
    cost: inner.cost,
    tooCostly: inner.tooCostly ?? around.tooCostly,
    verify: (password: string) =>
      anyMatches(fast.digestsOf(password), (digest) => verify(phc, hashedDigest(digest))),
  }
  return { outer, inner }
}
