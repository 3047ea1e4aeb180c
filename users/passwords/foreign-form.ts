import { readForeignHash } from '../foreign-hashes/formats.ts'
import { beginningOf, usualCost } from './password-hash.ts'

/**
 * Returns the form of a hash that this service did not make, such as `bcrypt 10`; null for its own, and without a hash. Users with
 * such hashes are counted by it.
 */
export const foreignFormOf = (stored: string | null): string | null =>
  stored === null || stored.startsWith(beginningOf(usualCost))
    ? null
    : (readForeignHash(stored)?.form ?? null)
