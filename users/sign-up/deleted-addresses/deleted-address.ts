import { createHmac } from 'node:crypto'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import { requireEmailKey } from '../../core/user.ts'
import type { Secrets } from '../../core/users.ts'
import { findAddressKeys, makeAddressKey } from './address-key-store.ts'

/** The time for which the address of a deleted user is remembered. By then an old system should be gone. */
export const deletedAddressRetentionMs = 365 * 24 * 60 * 60 * 1000

/**
 * Returns the digest of an address. It is keyed, so that somebody who reads the database cannot test which addresses are in it.
 */
const digestOf = (key: Buffer, emailKey: string): string =>
  createHmac('sha256', key).update(emailKey).digest('base64url')

/**
 * Stores the address of a user who is being deleted, as a keyed digest. An old system may know the person only by the address,
 * and must not bring back a user who asked to be deleted.
 */
export async function rememberDeletedAddress(
  tx: Sql,
  { masterKeys }: Secrets,
  { email, at }: { email: string; at: number },
): Promise<void> {
  const { keys } = await findAddressKeys(tx, masterKeys)
  const digest = digestOf(keys[0] ?? (await makeAddressKey(tx, masterKeys, at)), requireEmailKey(email))
  await tx.query`
    INSERT INTO deleted_addresses (digest, deleted_at) VALUES (${digest}, ${at})
    ON CONFLICT (digest) DO UPDATE SET deleted_at = excluded.deleted_at`
}

/** Checks whether a user with this address was deleted here. Only digests that were made with these keys are found. */
export async function isDeletedAddress(db: Sql, keys: readonly Buffer[], emailKey: string): Promise<boolean> {
  for (const key of keys) {
    const found =
      await db.query`SELECT digest FROM deleted_addresses WHERE digest = ${digestOf(key, emailKey)}`
    if (found.length > 0) return true
  }
  return false
}

export const expiredDeletedAddresses = expiring({
  table: sql`deleted_addresses`,
  key: sql`digest`,
  column: sql`deleted_at`,
  keptMs: deletedAddressRetentionMs,
})
