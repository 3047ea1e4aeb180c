import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'

/**
 * The SQL condition for a row of `users` whose user has a second factor (an authenticator app or a passkey), which a login asks
 * for after the password. Recovery codes alone do not count as one. The version is compared first, so that nothing is looked up
 * for users who never had a factor.
 */
export const hasFactor = sql`
  (factors_version > 0 AND (EXISTS (SELECT 1 FROM totp_factors WHERE totp_factors.user_id = users.id)
    OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)))`

/** Returns whether a user has a second factor now. */
export async function hasSecondFactor(db: Sql, userId: string): Promise<boolean> {
  const rows = await db.query`SELECT id FROM users WHERE id = ${userId} AND ${hasFactor}`
  return rows.length > 0
}

/**
 * Returns whether a user has a passkey. A passkey that is refused as a possible copy counts too: otherwise somebody with a copied
 * key could cause its refusal, and logins would no longer ask for a second factor.
 */
export async function hasPasskey(db: Sql, userId: string): Promise<boolean> {
  const rows = await db.query`SELECT id FROM passkeys WHERE user_id = ${userId} LIMIT 1`
  return rows.length > 0
}

/** Removes the passkeys of a user that were added since a time, in epoch milliseconds. Returns those that it removed. */
export const removePasskeysSince = (
  tx: Sql,
  { userId, since }: { userId: string; since: number },
): Promise<{ id: string; name: string }[]> =>
  tx.query<{ id: string; name: string }>`
    DELETE FROM passkeys WHERE user_id = ${userId} AND added_at >= ${since} RETURNING id, name`

/**
 * Returns whether second factors or identities of a user were removed or replaced in this installation. An import then adds
 * nothing, because it could restore what was removed.
 */
export async function hasOwnHistory(
  tx: Sql,
  { id, factorsVersion }: { id: string; factorsVersion: number },
): Promise<boolean> {
  if (factorsVersion === 0) return false
  const [row] = await tx.query<{ added: number }>`
    SELECT (SELECT COUNT(*) FROM passkeys WHERE user_id = ${id}) + (SELECT COUNT(*) FROM totp_factors WHERE user_id = ${id})
      + (SELECT COUNT(*) FROM identities WHERE user_id = ${id}) AS added`
  return factorsVersion > Number(row?.added ?? 0)
}
