import { createHash, randomBytes } from 'node:crypto'

/** Makes a token of 256 random bits. It says nothing by itself: only its digest is stored, and the row decides what it opens. */
export const newOpaqueToken = (prefix: 'lk_login_' | 'lk_device_' | 'lk_federated_'): string =>
  prefix + randomBytes(32).toString('base64url')

/** Returns the digest under which a token is stored, so that a copy of the database opens nothing. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
