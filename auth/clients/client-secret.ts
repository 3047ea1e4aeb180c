import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newId } from '#runtime/ids.ts'
import type { Client, ClientSecret } from './client.ts'

/**
 * The number of secrets of a client that are valid at the same time, so that it can change from one to the next without an
 * outage.
 */
export const maxSecrets = 2

/** A new secret, in the form that is shown once and in the form that is stored. */
export interface NewClientSecret {
  secret: ClientSecret
  shown: string
}

export function makeClientSecret(by: { createdAt: number; createdBy: string | null }): NewClientSecret {
  const shown = `lks_${randomBytes(32).toString('base64url')}`
  return { shown, secret: { id: newId(by.createdAt), digest: digestOf(shown), ...by } }
}

/** Hashes a secret for storage. A fast hash without salt is enough, because 256 random bits cannot be guessed. */
const digestOf = (secret: string): string => hash('sha256', secret, 'base64url')

/** Checks whether a text is one of the secrets of a client. The duration of the comparison tells nothing about the secrets. */
export function secretMatches(client: Pick<Client, 'secrets'>, presented: string): boolean {
  const digest = Buffer.from(digestOf(presented))
  let isOne = false
  for (const secret of client.secrets) isOne = timingSafeEqual(Buffer.from(secret.digest), digest) || isOne
  return isOne
}
