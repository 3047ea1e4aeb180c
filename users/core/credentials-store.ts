import type { Database, Sql } from '#runtime/database/database.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import type { User } from './user.ts'
import { fromUserOrNull, toUser, type UserRow, userColumns } from './user-store.ts'

/** The stored data that decides whether a user may log in. A password hash is never part of a `User`. */
export interface Credentials
  extends Pick<User, 'id' | 'role' | 'status' | 'emailVerifiedAt' | 'sessionEpoch'> {
  passwordHash: string | undefined
  /** True when another system made the hash, and no login has replaced it yet. */
  isForeignHash: boolean
  /**
   * The time (epoch milliseconds) until which a temporary password can be replaced by another one; null for any other password.
   */
  passwordExpiresAt: number | null
}

interface CredentialsRow {
  id: string | null
  password_hash: string | null
  password_form: string | null
  password_expires_at: number | null
  role: User['role']
  status: User['status']
  email_verified_at: number | null
  session_epoch: number
}

const toCredentials = (row: CredentialsRow | undefined): Credentials | undefined =>
  row && row.id !== null
    ? {
        id: row.id,
        passwordHash: row.password_hash ?? undefined,
        isForeignHash: row.password_form !== null,
        passwordExpiresAt: row.password_expires_at,
        role: row.role,
        status: row.status,
        emailVerifiedAt: row.email_verified_at,
        sessionEpoch: row.session_epoch,
      }
    : undefined

async function findCredentialsBy(db: Sql, column: Fragment, key: string): Promise<Credentials | undefined> {
  const [row] = await db.query<CredentialsRow>`
    SELECT id, password_hash, password_form, password_expires_at, role, status, email_verified_at, session_epoch
    ${fromUserOrNull} ON ${column} = ${key}`
  return toCredentials(row)
}

export const findCredentialsByUsername = (db: Sql, usernameKey: string): Promise<Credentials | undefined> =>
  findCredentialsBy(db, sql`username_key`, usernameKey)

export const findCredentialsByEmail = (db: Sql, emailKey: string): Promise<Credentials | undefined> =>
  findCredentialsBy(db, sql`email_key`, emailKey)

export async function findPasswordHash(db: Sql, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ password_hash: string | null }>`
    SELECT password_hash FROM users WHERE id = ${userId}`
  return row?.password_hash ?? undefined
}

/**
 * Replaces a password hash, if the stored hash is still the one that the password was compared with. Returns true when it was.
 */
export async function replacePasswordHash(
  tx: Sql,
  user: User,
  { currentHash, newHash }: { currentHash: string; newHash: string },
): Promise<boolean> {
  const replaced = await tx.query`
    UPDATE users SET password_hash = ${newHash}, password_form = NULL, password_expires_at = NULL, session_epoch = ${user.sessionEpoch}, version = ${user.version},
      updated_at = ${user.updatedAt}
    WHERE id = ${user.id} AND password_hash = ${currentHash} RETURNING id`
  return replaced.length > 0
}

/** Sets a password hash, whatever the current one is. A temporary password has a time until which it can be replaced. */
export async function setPasswordHash(
  tx: Sql,
  user: User,
  hash: string,
  { expiresAt = null }: { expiresAt?: number | null } = {},
): Promise<void> {
  await tx.query`
    UPDATE users SET password_hash = ${hash}, password_form = NULL, password_expires_at = ${expiresAt}, email_verified_at = ${user.emailVerifiedAt},
      session_epoch = ${user.sessionEpoch}, version = ${user.version}, updated_at = ${user.updatedAt}
    WHERE id = ${user.id}`
}

export async function removePassword(tx: Sql, userId: string): Promise<void> {
  await tx.query`UPDATE users SET password_hash = NULL, password_form = NULL, password_expires_at = NULL WHERE id = ${userId}`
}

/**
 * Records a login and returns the user. Returns undefined when the user was deleted, or all sessions of the user were ended,
 * since the credentials were read. `rehashed` replaces the hash that the password was compared with: neither version nor session
 * epoch changes, as the password stays the same, and a password that was set in the meantime stays. A power cut may undo this
 * write, but not the write of the session that follows it.
 */
export async function recordLogin(
  db: Database,
  { id, sessionEpoch }: Credentials,
  { at, rehashed }: { at: number; rehashed?: { currentHash: string; newHash: string } | undefined },
): Promise<User | undefined> {
  const [row] = await db.transaction(
    async (tx) => {
      if (rehashed)
        await tx.query`
          UPDATE users SET password_hash = ${rehashed.newHash}, password_form = NULL
          WHERE id = ${id} AND session_epoch = ${sessionEpoch} AND password_hash = ${rehashed.currentHash}`
      return tx.query<UserRow>`
        UPDATE users SET last_login_at = ${at} WHERE id = ${id} AND session_epoch = ${sessionEpoch}
        RETURNING ${userColumns}`
    },
    { survives: 'restart' },
  )
  return row && toUser(row)
}
