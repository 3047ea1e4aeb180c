import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { alertAdmins } from '../core/alert-admins.ts'
import { requireEmailKey, toResource, type User } from '../core/user.ts'
import { insertUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { type NewNotification, notify, sendLink } from '../messages/index.ts'

/**
 * Inserts a user and queues what follows from it: the event, the welcome notification, a notice to the admins if it is an admin,
 * and a mail with a link. If the username or address is taken in a race, the transaction is retried.
 */
export async function makeUser(
  tx: Sql,
  users: Users,
  {
    user,
    passwordHash,
    by,
    passwordForm = null,
    isSentLink = by !== null || !user.hasPassword,
  }: {
    user: User
    passwordHash: string | null
    by: string | null
    /** The form of a password hash that another system made. */
    passwordForm?: string | null
    /**
     * True when a mail with a link is sent. By default it is sent, except to a user with a password who was created by a command
     * or imported at a login (`by` is null).
     */
    isSentLink?: boolean
  },
): Promise<void> {
  const keys = { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
  await insertUser(tx, user, { ...keys, passwordHash, passwordForm })
  const data = { user: toResource(user), by }
  await record(tx, { type: 'user.created', subject: user.id, data, at: user.updatedAt })
  await notify(tx, welcome(user), user.updatedAt)
  if (user.role === 'admin')
    await alertAdmins(tx, { kind: 'admin_added', userId: user.id, by }, user.updatedAt)
  if (isSentLink)
    await sendLink(tx, users, { user, purpose: user.hasPassword ? 'verify_email' : 'invitation' })
}

const welcome = (user: User): NewNotification => ({
  userId: user.id,
  type: 'user.created',
  title: 'Welcome',
  body: `Your username is ${user.username}.`,
  data: { username: user.username },
})
