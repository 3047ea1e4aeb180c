import { Failure } from '#contract/declaration/failures.ts'
import type { Level } from '#contract/declaration/fields.ts'
import { record } from '#runtime/events/record.ts'
import { findPasswordHash, replacePasswordHash } from '../core/credentials-store.ts'
import { deliverSessionEnds } from '../core/deliver-session-ends.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { hasSecondFactor } from '../core/second-factor-store.ts'
import { queueSessionEnd } from '../core/session-directory.ts'
import type { User } from '../core/user.ts'
import { findUser, lockUser } from '../core/user-store.ts'
import { removeEntryLinks, sendNotice } from '../messages/index.ts'
import { checkNewPassword } from '../passwords/index.ts'
import type { Credentials } from './credentials.ts'
import { passwordChanged } from './password-changed.ts'

/**
 * Changes a password and ends every session. It requires the current password and, if the user has a second factor, a recent
 * login with both (I115): neither a stolen token nor a stolen password must be enough to lock the owner out.
 */
export async function changePassword(
  users: Credentials,
  input: {
    userId: string
    currentPassword: string
    newPassword: string
    acr: Level
    /** The time at which the user of the session last authenticated (RFC 3339). */
    authenticatedAt?: string | undefined
    address?: string | undefined
  },
): Promise<User> {
  const from = input.address === undefined ? {} : { address: input.address }
  const found = await findUser(users.db, input.userId)
  const currentHash = found && (await findPasswordHash(users.db, found.id))
  const matches = await users.passwords.verify(currentHash, input.currentPassword)
  if (!found || currentHash === undefined || !matches || found.status !== 'active') {
    const reason = matches ? 'suspended' : 'wrong_current_password'
    const about = { subject: found?.id ?? null, at: users.clock.now() }
    await record(users.db, { type: 'login.failed', data: { reason, ...(found && from) }, ...about })
    throw new Failure('invalid_credentials')
  }
  if (found.factorsVersion > 0 && (await hasSecondFactor(users.db, found.id))) {
    const { acr, authenticatedAt = '' } = input
    const proof = { userId: found.id, acr, authenticatedAt, hasSecondFactor: true }
    requireRecentLogin(proof, users.clock.now())
  }
  // The limit and the new password are checked after the current password: otherwise a stranger could use up the limit, probe the
  // rules for passwords, or cause a hash.
  users.countPasswordChange(found.id)
  checkNewPassword(input.newPassword, found, '/new_password')
  const newHash = await users.passwords.hash(input.newPassword)
  const user = await users.db.transaction(async (tx) => {
    const before = await lockUser(tx, found.id)
    // The user may have been deleted, suspended or changed while the new hash was made. Then the check of the old password is no
    // longer valid. The check of a second factor is no longer valid either when a factor was added or removed.
    if (before?.status !== 'active' || before.factorsVersion !== found.factorsVersion)
      throw new Failure('invalid_credentials')
    checkNewPassword(input.newPassword, before, '/new_password')
    const at = users.clock.now()
    const after = {
      ...before,
      sessionEpoch: before.sessionEpoch + 1,
      version: before.version + 1,
      updatedAt: at,
    }
    if (!(await replacePasswordHash(tx, after, { currentHash, newHash })))
      throw new Failure('invalid_credentials')
    const order = { user_id: after.id, epoch: after.sessionEpoch, reason: 'password_changed' } as const
    await queueSessionEnd(tx, order, at)
    await record(tx, {
      type: 'user.password_changed',
      subject: after.id,
      data: { how: 'change', by: after.id, ...from },
      at,
    })
    await removeEntryLinks(tx, after.id)
    await sendNotice(tx, users, await passwordChanged(tx, after, at))
    return after
  })
  await deliverSessionEnds(users, user.id)
  return user
}
