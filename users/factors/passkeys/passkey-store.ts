import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Passkey } from './passkey.ts'

interface PasskeyRow {
  id: string
  credential_id: string
  user_id: string
  public_key: string
  counter: number
  is_synced: number
  aaguid: string
  transports: string
  name: string
  added_at: number
  added_by_session: string
  last_used_at: number | null
  suspect_at: number | null
}

export const passkeyColumns = sql`
  id, credential_id, user_id, public_key, counter, is_synced, aaguid, transports, name, added_at, added_by_session, last_used_at,
  suspect_at`

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  credentialId: row.credential_id,
  userId: row.user_id,
  publicKey: row.public_key,
  counter: row.counter,
  isSynced: row.is_synced === 1,
  aaguid: row.aaguid,
  transports: wordsIn(row.transports),
  name: row.name,
  addedAt: row.added_at,
  addedBySession: row.added_by_session,
  lastUsedAt: row.last_used_at,
  suspectAt: row.suspect_at,
})

export const wordsIn = (text: string): string[] => (text === '' ? [] : text.split(' '))

/**
 * Inserts a passkey. Does nothing when its credential is stored already, for this user or another one (I107). Returns whether
 * it was inserted.
 */
export async function insertPasskey(tx: Sql, one: Passkey): Promise<boolean> {
  const inserted = await tx.query`
    INSERT INTO passkeys (${passkeyColumns})
    VALUES (${one.id}, ${one.credentialId}, ${one.userId}, ${one.publicKey}, ${one.counter}, ${one.isSynced ? 1 : 0},
      ${one.aaguid}, ${one.transports.join(' ')}, ${one.name}, ${one.addedAt}, ${one.addedBySession}, ${one.lastUsedAt},
      ${one.suspectAt})
    ON CONFLICT DO NOTHING RETURNING id`
  return inserted.length > 0
}

/** Finds the passkeys of a user, oldest first. There are few, so they are sorted without an index. */
export async function findPasskeys(db: Sql, userId: string): Promise<Passkey[]> {
  const rows = await db.query<PasskeyRow>`
    SELECT ${passkeyColumns} FROM passkeys WHERE user_id = ${userId} ORDER BY added_at, id`
  return rows.map(toPasskey)
}

export async function findPasskeyByCredential(db: Sql, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await db.query<PasskeyRow>`
    SELECT ${passkeyColumns} FROM passkeys WHERE credential_id = ${credentialId}`
  return row && toPasskey(row)
}

export async function renamePasskeyOf(
  db: Sql,
  { id, userId, name }: Pick<Passkey, 'id' | 'userId' | 'name'>,
): Promise<Passkey | undefined> {
  const [row] = await db.query<PasskeyRow>`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${passkeyColumns}`
  return row && toPasskey(row)
}

export async function removePasskeyOf(
  tx: Sql,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
): Promise<Passkey | undefined> {
  const [row] = await tx.query<PasskeyRow>`
    DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId} RETURNING ${passkeyColumns}`
  return row && toPasskey(row)
}

/**
 * Stores the signature counter of a verified assertion. Returns false when the passkey was removed or is refused, or when its
 * counter did not rise, which may mean that the key was copied. Passkeys that are synced between devices always send zero,
 * which is accepted (WebAuthn section 6.1.1). The stored counter is never lowered, and of two assertions with the same counter
 * only one succeeds.
 */
export async function advanceCounter(
  tx: Sql,
  { id, counter, isSynced, usedAt }: { id: string; counter: number; isSynced: boolean; usedAt: number },
): Promise<boolean> {
  const advanced = await tx.query`
    UPDATE passkeys SET counter = ${counter}, is_synced = ${isSynced ? 1 : 0}, last_used_at = ${usedAt}
    WHERE id = ${id} AND suspect_at IS NULL AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))
    RETURNING id`
  return advanced.length > 0
}

/** Refuses a passkey from now on. Returns false when it is refused already or was removed. */
export async function markSuspect(tx: Sql, id: string, at: number): Promise<boolean> {
  const marked = await tx.query`
    UPDATE passkeys SET suspect_at = ${at} WHERE id = ${id} AND suspect_at IS NULL RETURNING id`
  return marked.length > 0
}
