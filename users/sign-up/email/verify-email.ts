import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { requireEmailKey, type User } from '../../core/user.ts'
import { findTaken, replaceUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { removeEntryLinks, sendNotice, useLink } from '../../messages/index.ts'
import { emailChanged } from './email-changed.ts'

/**
 * Confirms the address that a link was sent to. That is the user's current address, or a new one, which replaces it.
 * @throws {Failure} `link_invalid`
 */
export async function verifyEmail(users: Users, input: { token: string }): Promise<User> {
  return users.db.transaction(async (tx) => {
    const at = users.clock.now()
    const { token } = input
    const { link, user } = await useLink(tx, { token, purposes: ['verify_email', 'change_email'], now: at })
    if (link.purpose === 'change_email')
      return changeEmail(tx, users, { before: user, email: link.email, at })
    if (emailKey(user.email) !== emailKey(link.email)) throw new Failure('link_invalid')
    return confirm(tx, { before: user, at })
  })
}

async function confirm(tx: Sql, { before, at }: { before: User; at: number }): Promise<User> {
  const after: User = { ...before, emailVerifiedAt: at, version: before.version + 1, updatedAt: at }
  await store(tx, after)
  await record(tx, {
    type: 'user.email_verified',
    subject: after.id,
    data: { email: after.email, by: after.id },
    at,
  })
  return after
}

/**
 * Changes the address. The new address was free when it was requested, but somebody may have taken it since,
 * so this is checked again (I57).
 */
async function changeEmail(
  tx: Sql,
  users: Users,
  { before, email, at }: { before: User; email: string; at: number },
): Promise<User> {
  const keys = { usernameKey: '', emailKey: requireEmailKey(email) }
  if (await findTaken(tx, keys, { exceptId: before.id, now: at })) throw new Failure('link_invalid')
  const after: User = { ...before, email, emailVerifiedAt: at, version: before.version + 1, updatedAt: at }
  await store(tx, after)
  await removeEntryLinks(tx, after.id)
  const about = { subject: after.id, at }
  const data = { email, previous_email: before.email, by: after.id }
  await record(tx, { type: 'user.email_changed', data, ...about })
  await record(tx, { type: 'user.email_verified', data: { email, by: after.id }, ...about })
  await sendNotice(tx, users, emailChanged(before, after))
  return after
}

const store = (tx: Sql, user: User): Promise<void> =>
  replaceUser(tx, user, { usernameKey: usernameKey(user.username), emailKey: requireEmailKey(user.email) })
