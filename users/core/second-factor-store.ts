import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'

/**
 * The condition for a row of `users` whose user has a second factor: something that a login asks for after the password. Recovery
 * codes alone are none. The version is compared first, so that users who never had a factor cost no look-up.
 */
export const hasFactor = sql`
  (factors_version > 0 AND EXISTS (SELECT 1 FROM totp_factors WHERE totp_factors.user_id = users.id))`

/** Tells whether a user has a second factor now. */
export async function hasSecondFactor(db: Sql, userId: string): Promise<boolean> {
  const rows = await db.query`SELECT id FROM users WHERE id = ${userId} AND ${hasFactor}`
  return rows.length > 0
}
