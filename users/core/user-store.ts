import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import { hasFactor } from './second-factor-store.ts'
import { sessionEpochOf, type User } from './user.ts'

export interface UserRow {
  id: string
  username: string
  email: string
  name: string | null
  locale: string | null
  role: User['role']
  status: User['status']
  email_verified_at: number | null
  has_password: number
  metadata: string
  session_epoch: number
  kept_session: string | null
  kept_epoch: number | null
  factors_version: number
  version: number
  created_at: number
  updated_at: number
  last_login_at: number | null
}

/** The columns that a `UserRow` is read from. */
export const userColumns = sql`
  id, username, email, name, locale, role, status, email_verified_at, password_hash IS NOT NULL AS has_password, metadata,
  session_epoch, kept_session, kept_epoch, factors_version, version, created_at, updated_at, last_login_at`

/** The columns that are set when a user is inserted. */
export const newUserColumns = sql`
  id, username, username_key, email, email_key, name, locale, role, status, email_verified_at, password_hash, password_form,
  metadata, session_epoch, version, created_at, updated_at, last_login_at`

/** A FROM clause that gives one row even if no user is found, so that both cases take equally long. */
export const fromUserOrNull = sql`FROM (SELECT 1 AS one) AS asked LEFT JOIN users`

const isActiveAdmin = sql`role = 'admin' AND status = 'active'`

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  name: row.name,
  locale: row.locale,
  role: row.role,
  status: row.status,
  emailVerifiedAt: row.email_verified_at,
  hasPassword: Boolean(row.has_password),
  metadata: JSON.parse(row.metadata),
  sessionEpoch: row.session_epoch,
  kept: toKept(row),
  factorsVersion: row.factors_version,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastLoginAt: row.last_login_at,
})

const toKept = ({
  kept_session: sessionId,
  kept_epoch: epoch,
}: Pick<UserRow, 'kept_session' | 'kept_epoch'>) =>
  sessionId === null || epoch === null ? null : { sessionId, epoch }

export interface UserKeys {
  usernameKey: string
  emailKey: string
}

/** Inserts a user. It fails when the username or the address is taken: in a race, the unique indexes let one request succeed. */
export async function insertUser(
  tx: Sql,
  user: User,
  {
    usernameKey,
    emailKey,
    passwordHash,
    passwordForm = null,
  }: UserKeys & { passwordHash: string | null; passwordForm?: string | null },
): Promise<void> {
  await tx.query`
    INSERT INTO users (${newUserColumns})
    VALUES (${user.id}, ${user.username}, ${usernameKey}, ${user.email}, ${emailKey}, ${user.name}, ${user.locale}, ${user.role},
      ${user.status}, ${user.emailVerifiedAt}, ${passwordHash}, ${passwordForm}, ${JSON.stringify(user.metadata)},
      ${user.sessionEpoch}, ${user.version}, ${user.createdAt}, ${user.updatedAt}, ${user.lastLoginAt})`
}

/**
 * Returns which of the keys (of username and address) another user has. An address with which its former owner can still recover
 * the account counts as taken: a thief who has changed the address must not be able to give it to another user. A single
 * statement gives one answer even when a user has both keys. It returns a row even if nobody has them, so that taken and free
 * names take equally long.
 */
export async function findTaken(
  db: Sql,
  { usernameKey, emailKey }: UserKeys,
  { exceptId = '', now }: { exceptId?: string; now: number },
): Promise<'username_taken' | 'email_taken' | undefined> {
  const rows = await db.query<{ username_key: string | null }>`
    SELECT username_key ${fromUserOrNull} ON (username_key = ${usernameKey} OR email_key = ${emailKey}) AND id <> ${exceptId}
    UNION ALL SELECT '' AS username_key FROM links
    WHERE purpose = 'take_back' AND email_key = ${emailKey} AND user_id <> ${exceptId} AND expires_at > ${now}`
  const found = rows.filter((row) => row.username_key !== null)
  if (found.some((row) => row.username_key !== '' && row.username_key === usernameKey))
    return 'username_taken'
  return found.length > 0 ? 'email_taken' : undefined
}

async function findUserBy(db: Sql, column: Fragment, key: string): Promise<User | undefined> {
  const [row] = await db.query<UserRow>`SELECT ${userColumns} FROM users WHERE ${column} = ${key}`
  return row && toUser(row)
}

export const findUser = (db: Sql, id: string): Promise<User | undefined> => findUserBy(db, sql`id`, id)

export const findUserByEmail = (db: Sql, emailKey: string): Promise<User | undefined> =>
  findUserBy(db, sql`email_key`, emailKey)

export const findUserByUsername = (db: Sql, usernameKey: string): Promise<User | undefined> =>
  findUserBy(db, sql`username_key`, usernameKey)

/** The fields of a user that decide whether its requests are admitted, and which rights they have. */
export interface UserAccess extends Pick<User, 'role' | 'status'> {
  hasSecondFactor: boolean
  /** The session epoch and the kept session: sessions of an earlier epoch have ended, except the kept one. */
  sessions: SessionEpoch
}

export async function findUserAccess(db: Sql, id: string): Promise<UserAccess | undefined> {
  const [row] = await db.query<
    Pick<UserRow, 'role' | 'status' | 'session_epoch' | 'kept_session' | 'kept_epoch'> & {
      has_factor: number
    }
  >`
    SELECT role, status, session_epoch, kept_session, kept_epoch, ${hasFactor} AS has_factor FROM users WHERE id = ${id}`
  return (
    row && {
      role: row.role,
      status: row.status,
      hasSecondFactor: Boolean(row.has_factor),
      sessions: sessionEpochOf({ sessionEpoch: row.session_epoch, kept: toKept(row) }),
    }
  )
}

/** Reads a user and locks it until the end of the transaction. An empty update is a row lock that both engines understand. */
export async function lockUser(tx: Sql, id: string): Promise<User | undefined> {
  const [row] = await tx.query<UserRow>`
    UPDATE users SET id = id WHERE id = ${id}
    RETURNING ${userColumns}`
  return row && toUser(row)
}

/**
 * Reads several users and locks them in the order of their ids. Transactions that lock users in the same order wait for each other,
 * and no two of them are in a deadlock. Users who do not exist are left out.
 */
export async function lockUsers(tx: Sql, ids: readonly string[]): Promise<User[]> {
  const locked: User[] = []
  for (const id of ids.toSorted()) {
    const user = await lockUser(tx, id)
    if (user) locked.push(user)
  }
  return locked
}

async function findIdBy(
  db: Sql,
  { column, key, and = sql`` }: { column: Fragment; key: string; and?: Fragment },
): Promise<string | undefined> {
  const [row] = await db.query<{
    id: string | null
  }>`SELECT id ${fromUserOrNull} ON ${column} = ${key}${and}`
  return row?.id ?? undefined
}

export const findIdByEmail = (db: Sql, emailKey: string): Promise<string | undefined> =>
  findIdBy(db, { column: sql`email_key`, key: emailKey })

export const findIdByUsername = (db: Sql, usernameKey: string): Promise<string | undefined> =>
  findIdBy(db, { column: sql`username_key`, key: usernameKey })

/**
 * Finds the id of a user by a username, if the user is an admin or has a confirmed address. While a confirmed address is
 * required, nobody else can log in.
 */
export const findConfirmedIdByUsername = (db: Sql, usernameKey: string): Promise<string | undefined> =>
  findIdBy(db, {
    column: sql`username_key`,
    key: usernameKey,
    and: sql` AND (email_verified_at IS NOT NULL OR role = 'admin')`,
  })

/**
 * Finds the oldest active admins, by a partial index that holds admins only, and locks them, because each of them is about to be
 * notified.
 */
export async function lockAdmins(tx: Sql, limit: number): Promise<User[]> {
  const rows = await tx.query<{ id: string }>`
    SELECT id FROM users WHERE ${isActiveAdmin} ORDER BY created_at, id LIMIT ${limit}`
  const locked = await lockUsers(
    tx,
    rows.map(({ id }) => id),
  )
  return locked.filter(({ role, status }) => role === 'admin' && status === 'active')
}

/** Finds an admin who can log in, other than the given one. */
export async function findOtherAdmin(tx: Sql, exceptId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>`
    SELECT id FROM users
    WHERE ${isActiveAdmin} AND password_hash IS NOT NULL AND id <> ${exceptId} ORDER BY created_at, id LIMIT 1`
  return row?.id
}

/** Writes a changed user to the database. The caller must have locked the user before reading it. */
export async function replaceUser(tx: Sql, user: User, keys: UserKeys): Promise<void> {
  await tx.query`
    UPDATE users SET username = ${user.username}, username_key = ${keys.usernameKey}, email = ${user.email},
      email_key = ${keys.emailKey}, name = ${user.name}, locale = ${user.locale}, role = ${user.role}, status = ${user.status},
      email_verified_at = ${user.emailVerifiedAt}, metadata = ${JSON.stringify(user.metadata)},
      session_epoch = ${user.sessionEpoch}, version = ${user.version}, updated_at = ${user.updatedAt}
    WHERE id = ${user.id}`
}

/**
 * Stores which session stays valid although the session epoch of its user has risen, in the transaction that has raised the
 * epoch.
 */
export const storeKeptSession = async (tx: Sql, user: User, sessionId: string): Promise<void> => {
  await tx.query`
    UPDATE users SET kept_session = ${sessionId}, kept_epoch = ${user.sessionEpoch} WHERE id = ${user.id}`
}

/** Stores the time of a login that needed no password. */
export const noteLogin = async (tx: Sql, id: string, at: number): Promise<void> => {
  await tx.query`UPDATE users SET last_login_at = ${at} WHERE id = ${id}`
}

/** Counts a change of a user's second factors, and locks the user. Returns the new version; undefined when there is no such user. */
export async function raiseFactorsVersion(tx: Sql, userId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ version: number }>`
    UPDATE users SET factors_version = factors_version + 1 WHERE id = ${userId} RETURNING factors_version AS version`
  return row?.version
}

/**
 * Takes the next position for a notification of a user. Positions number the notifications in order: the next one is above all
 * earlier ones and at least `atLeast`. The user's row is locked.
 */
export async function takeNotificationPosition(
  tx: Sql,
  userId: string,
  atLeast: number,
): Promise<{ position: number; preferences: string } | undefined> {
  const [row] = await tx.query<{ position: number; preferences: string }>`
    UPDATE users SET last_notification =
      CASE WHEN last_notification < ${atLeast} THEN ${atLeast} ELSE last_notification + 1 END
    WHERE id = ${userId} RETURNING last_notification AS position, notification_preferences AS preferences`
  return row
}

/**
 * Makes sure that the next notification of a user gets a position above this one, and locks the user's row. Returns false when there is
 * no such user.
 */
export async function raiseNotificationPosition(tx: Sql, userId: string, position: number): Promise<boolean> {
  const raised = await tx.query`
    UPDATE users SET last_notification =
      CASE WHEN last_notification < ${position} THEN ${position} ELSE last_notification END
    WHERE id = ${userId} RETURNING id`
  return raised.length > 0
}

/** Returns the position of the user's latest notification. */
export async function findNotificationPosition(db: Sql, userId: string): Promise<number | undefined> {
  const [row] = await db.query<{ position: number }>`
    SELECT last_notification AS position FROM users WHERE id = ${userId}`
  return row?.position
}

export async function findNotificationPreferences(db: Sql, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ preferences: string }>`
    SELECT notification_preferences AS preferences FROM users WHERE id = ${userId}`
  return row?.preferences
}

export async function replaceNotificationPreferences(
  db: Sql,
  userId: string,
  preferences: string,
): Promise<void> {
  await db.query`UPDATE users SET notification_preferences = ${preferences} WHERE id = ${userId}`
}

/** Deletes a user and inserts a tombstone, which says that the id was once a user's. */
export async function removeUser(tx: Sql, userId: string, at: number): Promise<void> {
  await tx.query`DELETE FROM users WHERE id = ${userId}`
  await tx.query`INSERT INTO deleted_users (id, deleted_at) VALUES (${userId}, ${at})`
}

export async function wasDeleted(db: Sql, userId: string): Promise<boolean> {
  const rows = await db.query`SELECT id FROM deleted_users WHERE id = ${userId}`
  return rows.length > 0
}

export async function hasNeverHadUsers(db: Sql): Promise<boolean> {
  const [row] = await db.query`SELECT id FROM users UNION ALL SELECT id FROM deleted_users LIMIT 1`
  return row === undefined
}
