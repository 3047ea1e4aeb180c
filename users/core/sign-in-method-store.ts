import type { Sql } from '#runtime/database/database.ts'
import type { User } from './user.ts'

/**
 * Returns whether a user can still sign in: with a password, a passkey that is not refused, or a linked account at a provider. Call
 * it in the transaction that removes one of them, after the user was locked: otherwise two removals at the same time could
 * remove both of the last two.
 */
export async function canSignIn(
  tx: Sql,
  { id, hasPassword }: Pick<User, 'id' | 'hasPassword'>,
): Promise<boolean> {
  if (hasPassword) return true
  const rows = await tx.query`
    SELECT user_id FROM passkeys WHERE user_id = ${id} AND suspect_at IS NULL
    UNION ALL SELECT user_id FROM identities WHERE user_id = ${id} LIMIT 1`
  return rows.length > 0
}
