import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'

const maxCounted = 10_000

/**
 * The condition for a user who is not invited: the user has neither a password nor an account at a provider, may log in, and has
 * no invitation whose link is still valid. The query adds the present time and a closing bracket.
 */
const isUninvited = sql`
  password_hash IS NULL AND status = 'active'
  AND NOT EXISTS (SELECT 1 FROM identities WHERE identities.user_id = users.id) AND NOT EXISTS (
    SELECT 1 FROM links WHERE links.user_id = users.id AND links.purpose = 'invitation' AND links.expires_at >`

/** Returns the ids of the oldest users who are not invited. */
export async function findUninvited(
  db: Sql,
  { limit, now }: { limit: number; now: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    SELECT id FROM users WHERE ${isUninvited} ${now}) ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

export async function countUninvited(db: Sql, now: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (SELECT 1 FROM users WHERE ${isUninvited} ${now}) LIMIT ${maxCounted}) AS uninvited`
  return row?.total ?? 0
}
