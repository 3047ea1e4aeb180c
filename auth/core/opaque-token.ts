import { createHash, randomBytes } from 'node:crypto'

/**
 * Makes a token of 256 random bits, which contains no data. Only its digest is stored, in a row that says what the token is
 * for.
 */
export const newOpaqueToken = (prefix: 'lk_login_' | 'lk_device_' | 'lk_federated_'): string =>
  prefix + randomBytes(32).toString('base64url')

/** Returns the digest under which a token is stored, so that nobody can read a usable token from a copy of the database. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
