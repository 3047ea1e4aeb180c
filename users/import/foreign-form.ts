import { readForeignHash } from '../foreign-hashes/index.ts'
import { isUsualHash } from '../passwords/index.ts'

/**
 * Returns the form of a hash that this service did not make, such as `bcrypt 10`; null for a hash of this service, and without a
 * hash. Users with hashes of other systems are counted by their form.
 */
export const foreignFormOf = (stored: string | null): string | null =>
  stored === null || isUsualHash(stored) ? null : (readForeignHash(stored)?.form ?? null)
