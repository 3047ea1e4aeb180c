import {
  DisplayName,
  Email,
  Locale,
  Role,
  SuspensionReason,
  Username,
  UserStatus,
} from '#contract/declaration/fields.ts'
import {
  array,
  freeObject,
  literal,
  nullable,
  object,
  optional,
  type Static,
  string,
} from '#contract/declaration/schema.ts'
import { usernameKey } from '#contract/rules/names.ts'
import { Preference } from '#contract/users/notifications.ts'
import type { Sql } from '#runtime/database/database.ts'
import {
  CountFrom0,
  CountFrom1,
  EpochMs,
  importRows,
  type Outcome,
  RowId,
  type Transfer,
} from '#runtime/database/transfer.ts'
import { record } from '#runtime/events/record.ts'
import { checker } from '#runtime/requests/validation.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import { checkMetadata, checkUsername, requireEmailKey, toResource } from '../core/user.ts'
import { findUser, newUserColumns, type UserKeys, wasDeleted } from '../core/user-store.ts'
import { checkPasswordHash } from './check-password-hash.ts'
import { foreignFormOf } from './foreign-form.ts'

/**
 * A line of an export holds one user. The comparison keys of username and address are not in it, because the
 * import computes them again. Exports of older versions lack the optional fields.
 */
const UserLine = object(
  {
    type: literal('user'),
    id: RowId,
    username: Username,
    email: Email,
    name: nullable(DisplayName),
    locale: optional(nullable(Locale)),
    role: Role,
    status: UserStatus,
    email_verified_at: nullable({ ...EpochMs, description: 'When the address was confirmed.' }),
    password_hash: nullable(
      string({
        maxLength: 1024,
        description:
          'argon2id in PHC form, a hash of another system, or a fast hash of another system inside argon2id (`$wrapped$`). Null if the user has no password.',
      }),
    ),
    password_expires_at: optional(
      nullable({
        ...EpochMs,
        description: 'When a temporary password expires. Null for other passwords.',
      }),
    ),
    suspended_at: optional(nullable(EpochMs)),
    suspended_by: optional(nullable({ ...RowId, description: 'A user or an API key.' })),
    suspension_reason: optional(nullable(SuspensionReason)),
    metadata: freeObject({ description: 'At most 8 KiB as JSON.' }),
    session_epoch: { ...CountFrom0, description: 'Increases when all sessions of the user end.' },
    version: { ...CountFrom1, description: 'The version of the user (`ETag`). Increases with each change.' },
    created_at: EpochMs,
    updated_at: EpochMs,
    last_login_at: nullable(EpochMs),
    notification_preferences: optional(
      array(Preference, {
        maxItems: 100,
        description: 'The preferences, as in `GET /api/v1/notifications/preferences`.',
      }),
    ),
    last_notification: optional({
      ...CountFrom0,
      description: 'The position of the latest notification, even if it was deleted.',
    }),
  },
  { description: 'A user, with the hash of the password.' },
)
type UserLine = Static<typeof UserLine>
export type ImportedUser = UserLine & UserKeys

const DeletedUserLine = object(
  { type: literal('deleted_user'), id: RowId, deleted_at: EpochMs },
  { description: 'The id of a deleted user. It is never reused.' },
)
type DeletedUserLine = Static<typeof DeletedUserLine>

export const userTransfer: Transfer<ImportedUser> = {
  type: 'user',
  line: UserLine,
  key: 'id',
  async page(db, { after, limit }) {
    const rows = await db.query<{ metadata: string; notification_preferences: string }>`
      SELECT id, username, email, name, locale, role, status, email_verified_at, password_hash, password_expires_at,
        suspended_at, suspended_by, suspension_reason, metadata, session_epoch, version, created_at, updated_at, last_login_at,
        notification_preferences, last_notification
      FROM users WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    return rows.map((row) => ({
      ...row,
      metadata: JSON.parse(row.metadata),
      notification_preferences: JSON.parse(row.notification_preferences),
    }))
  },
  read: readUserLine,
  write: (db, users, { now }) =>
    importRows(db, users, (tx, user) =>
      importUser(tx, user, { now, wasDeletedHere: () => wasDeleted(tx, user.id) }),
    ),
}

/**
 * Inserts a user. A user who was deleted in this installation, as `wasDeletedHere` reports, stays deleted. A new admin is
 * recorded as an event, and all admins are notified. Other users cause neither, because an import may have millions of them.
 */
export async function importUser(
  tx: Sql,
  user: ImportedUser,
  { now, wasDeletedHere }: { now: number; wasDeletedHere: () => Promise<boolean> },
): Promise<Outcome> {
  const inserted = await tx.query`
    INSERT INTO users (${newUserColumns}, password_expires_at, suspended_at, suspended_by, suspension_reason,
      notification_preferences, last_notification)
    VALUES (${user.id}, ${user.username}, ${user.usernameKey}, ${user.email}, ${user.emailKey}, ${user.name},
      ${user.locale ?? null}, ${user.role}, ${user.status}, ${user.email_verified_at}, ${user.password_hash},
      ${foreignFormOf(user.password_hash)}, ${JSON.stringify(user.metadata)}, ${user.session_epoch}, ${user.version}, ${user.created_at},
      ${user.updated_at}, ${user.last_login_at}, ${user.password_expires_at ?? null}, ${user.suspended_at ?? null},
      ${user.suspended_by ?? null}, ${user.suspension_reason ?? null}, ${JSON.stringify(user.notification_preferences ?? [])},
      ${user.last_notification ?? 0})
    ON CONFLICT DO NOTHING RETURNING id`
  // Whether the user was deleted is checked after the insert, because the insert waits for a deletion that runs at the same time.
  if (await wasDeletedHere()) {
    if (inserted.length > 0) await tx.query`DELETE FROM users WHERE id = ${user.id}`
    return 'left_out'
  }
  if (inserted.length === 0) return whatIsInTheWay(tx, user)
  if (user.role === 'admin') await announceAdmin(tx, user.id, now)
  return 'imported'
}

async function announceAdmin(tx: Sql, userId: string, at: number): Promise<void> {
  const admin = await findUser(tx, userId)
  if (!admin) return
  const data = { user: toResource(admin), by: null }
  await record(tx, { type: 'user.created', subject: userId, data, at })
  await alertAdmins(tx, { kind: 'admin_added', userId, by: null }, at)
}

const readFields = checker(UserLine)

/** Reads a line and requires it to be a user that this service could have made. */
function readUserLine(line: unknown): ImportedUser {
  const user = readFields(line)
  checkUsername(user.username)
  checkMetadata(user.metadata)
  checkPasswordHash(user.password_hash)
  return { ...user, usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
}

async function whatIsInTheWay(tx: Sql, { id, usernameKey, emailKey }: ImportedUser): Promise<Outcome> {
  const found = await tx.query<{ id: string; username_key: string }>`
    SELECT id, username_key FROM users
    WHERE id = ${id} OR username_key = ${usernameKey} OR email_key = ${emailKey}`
  if (found.some((user) => user.id === id)) return 'already_there'
  return found.some((user) => user.username_key === usernameKey)
    ? { pointer: '/username', code: 'username_taken', detail: 'Another user has this username.' }
    : { pointer: '/email', code: 'email_taken', detail: 'Another user has this email address.' }
}

export const deletedUserTransfer: Transfer<DeletedUserLine> = {
  type: 'deleted_user',
  line: DeletedUserLine,
  key: 'id',
  page: (db, { after, limit }) =>
    db.query`SELECT id, deleted_at FROM deleted_users WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  read: checker(DeletedUserLine),
  /**
   * Imports tombstones, which say that an id was once a user's. A user who exists in this installation is not deleted by a file,
   * but the conflict is reported.
   */
  write: (db, users) =>
    importRows(db, users, async (tx, { id, deleted_at }) => {
      const inserted = await tx.query`
        INSERT INTO deleted_users (id, deleted_at)
        SELECT ${id}, ${deleted_at} WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = ${id})
        ON CONFLICT DO NOTHING RETURNING id`
      if (inserted.length > 0) return 'imported'
      if (await wasDeleted(tx, id)) return 'already_there'
      return {
        pointer: '/id',
        code: 'not_allowed',
        detail: 'Deleted where the file is from, and a user here.',
      }
    }),
}

/**
 * Returns the current session epoch of each user, a number that rises when all sessions of the user end. Ids that belong to no
 * user are missing.
 */
export async function findSessionEpochs(db: Sql, userIds: string[]): Promise<Map<string, number>> {
  const found = await Promise.all(
    userIds.map(
      (id) =>
        db.query<{ id: string; session_epoch: number }>`SELECT id, session_epoch FROM users WHERE id = ${id}`,
    ),
  )
  return new Map(found.flat().map((user) => [user.id, user.session_epoch]))
}
