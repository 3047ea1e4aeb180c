import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Identity, Person } from './identity.ts'

interface IdentityRow {
  issuer: string
  subject: string
  id: string
  user_id: string
  provider: string
  email: string | null
  added_at: number
  added_by_session: string
  last_used_at: number | null
}

export const identityColumns = sql`
  issuer, subject, id, user_id, provider, email, added_at, added_by_session, last_used_at`

const toIdentity = (row: IdentityRow): Identity => ({
  issuer: row.issuer,
  subject: row.subject,
  id: row.id,
  userId: row.user_id,
  provider: row.provider,
  email: row.email,
  addedAt: row.added_at,
  addedBySession: row.added_by_session,
  lastUsedAt: row.last_used_at,
})

/**
 * Inserts an identity. Does nothing when the same account is linked already, to this user or to another one. Returns whether it
 * was inserted.
 */
export async function insertIdentity(tx: Sql, one: Identity): Promise<boolean> {
  const inserted = await tx.query`
    INSERT INTO identities (${identityColumns})
    VALUES (${one.issuer}, ${one.subject}, ${one.id}, ${one.userId}, ${one.provider}, ${one.email}, ${one.addedAt},
      ${one.addedBySession}, ${one.lastUsedAt})
    ON CONFLICT DO NOTHING RETURNING id`
  return inserted.length > 0
}

/** Finds an identity by primary key. */
export async function findIdentity(db: Sql, { issuer, subject }: Person): Promise<Identity | undefined> {
  const [row] = await db.query<IdentityRow>`
    SELECT ${identityColumns} FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`
  return row && toIdentity(row)
}

/** Finds the identities of a user, oldest first. There are few, so they are sorted without an index. */
export async function findIdentities(db: Sql, userId: string): Promise<Identity[]> {
  const rows = await db.query<IdentityRow>`
    SELECT ${identityColumns} FROM identities WHERE user_id = ${userId} ORDER BY added_at, id`
  return rows.map(toIdentity)
}

export async function removeIdentityOf(
  tx: Sql,
  { id, userId }: Pick<Identity, 'id' | 'userId'>,
): Promise<Identity | undefined> {
  const [row] = await tx.query<IdentityRow>`
    DELETE FROM identities WHERE id = ${id} AND user_id = ${userId} RETURNING ${identityColumns}`
  return row && toIdentity(row)
}

/** Removes the identities of a user that were linked since a time, in epoch milliseconds. Returns those that it removed. */
export async function removeIdentitiesSince(
  tx: Sql,
  { userId, since }: { userId: string; since: number },
): Promise<Identity[]> {
  const rows = await tx.query<IdentityRow>`
    DELETE FROM identities WHERE user_id = ${userId} AND added_at >= ${since} RETURNING ${identityColumns}`
  return rows.map(toIdentity)
}

/** Stores the day on which an identity was last used. */
export const noteIdentityUse = async (tx: Sql, id: string, day: number): Promise<void> => {
  await tx.query`UPDATE identities SET last_used_at = ${day} WHERE id = ${id}`
}
