import { randomInt } from 'node:crypto'
import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { setPasswordHash } from '../core/credentials-store.ts'
import { deliverSessionEnds } from '../core/deliver-session-ends.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { queueSessionEnd } from '../core/session-directory.ts'
import { requireRightsOf, type User } from '../core/user.ts'
import { findUser, lockUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { removeEntryLinks, sendNotice } from '../messages/index.ts'
import { passwordChanged } from './password-changed.ts'

/** The lifetime of a temporary password. One day is enough to tell it to the user; it is short, because an admin has seen it. */
const lifetimeMs = 24 * 60 * 60_000

/**
 * Gives a user a temporary password, with which the user can only set another password, and ends every session. The user is
 * notified, so that an owner who did not ask for it can recover the account.
 * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`, `reauthentication_required`, `overloaded`
 */
export async function setTemporaryPassword(
  users: Users,
  input: { userId: string; caller: Caller },
): Promise<{ password: string; expiresAt: number }> {
  const { userId, caller } = input
  requireRecentLogin(caller, users.clock.now())
  // The right is checked before the hash too: a caller without it must not cause the work.
  requireMayReset(await findUser(users.db, userId), caller)
  const password = newPassword()
  const hash = await users.passwords.hash(password)
  const expiresAt = await users.db.transaction(async (tx) => {
    const before = requireMayReset(await lockUser(tx, userId), caller)
    const at = users.clock.now()
    const after: User = {
      ...before,
      hasPassword: true,
      sessionEpoch: before.sessionEpoch + 1,
      version: before.version + 1,
      updatedAt: at,
    }
    await setPasswordHash(tx, after, hash, { expiresAt: at + lifetimeMs })
    await removeEntryLinks(tx, userId)
    const order = { user_id: userId, epoch: after.sessionEpoch, reason: 'password_changed' } as const
    await queueSessionEnd(tx, order, at)
    const data = { how: 'temporary', by: authorId(caller) } as const
    await record(tx, { type: 'user.password_changed', subject: userId, data, at })
    await sendNotice(tx, users, await passwordChanged(tx, after, at))
    return at + lifetimeMs
  })
  await deliverSessionEnds(users, userId)
  return { password, expiresAt }
}

function requireMayReset(user: User | undefined, caller: Caller): User {
  if (!user) throw new Failure('user_not_found')
  requireRightsOf(user, caller)
  if (user.status !== 'active') throw new Failure('user_suspended')
  return user
}

/** The letters and digits that nobody confuses when a password is read aloud. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Makes a password of 16 random characters (79 bits), in groups of four. */
const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')
