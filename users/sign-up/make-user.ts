import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { tellAdmins } from '../core/tell-admins.ts'
import { requireEmailKey, toResource, type User } from '../core/user.ts'
import { insertUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { sendLink } from '../links/send-link.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'

/**
 * Inserts a user and queues what follows from it: the event, the welcome notification, a notice to the admins if it is an admin,
 * and a link if somebody else made it. If the username or address is taken in a race, the transaction is retried.
 */
export async function makeUser(
  tx: Sql,
  users: Users,
  {
    user,
    passwordHash,
    by,
    hasOtherWayIn = false,
  }: {
    user: User
    passwordHash: string | null
    by: string | null
    /** True for a user who has signed up with an account at a provider, and needs no link to get in. */
    hasOtherWayIn?: boolean
  },
): Promise<void> {
  const keys = { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) }
  await insertUser(tx, user, { ...keys, passwordHash })
  const data = { user: toResource(user), by }
  await record(tx, { type: 'user.created', subject: user.id, data, at: user.createdAt })
  await notify(tx, welcome(user), user.createdAt)
  if (user.role === 'admin')
    await tellAdmins(tx, { kind: 'admin_added', userId: user.id, by }, user.createdAt)
  // The first admin, and users of the command line with a password, are known to the operator who makes them.
  if (!hasOtherWayIn && (by !== null || !user.hasPassword))
    await sendLink(tx, users, { user, purpose: user.hasPassword ? 'verify_email' : 'invitation' })
}

const welcome = (user: User): NewNotification => ({
  userId: user.id,
  type: 'user.created',
  title: 'Welcome',
  body: `Your username is ${user.username}.`,
  data: { username: user.username },
})
