import { Failure } from '#contract/declaration/failures.ts'
import { emailKey } from '#contract/rules/names.ts'
import { record } from '#runtime/events/record.ts'
import { findPasswordHash, setPasswordHash } from '../core/credentials-store.ts'
import { deliverSessionEnds } from '../core/deliver-session-ends.ts'
import { queueSessionEnd } from '../core/session-directory.ts'
import type { User } from '../core/user.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { findLink, removeEntryLinks, sendNotice, useLink } from '../messages/index.ts'
import { checkNewPassword } from '../passwords/index.ts'
import { passwordChanged } from './password-changed.ts'

const purposes = ['reset_password', 'shown_reset', 'invitation', 'temporary_password'] as const

/** The purposes of links that are sent by mail: a user who opens such a link has proved that they read mail at this address. */
const proofs: readonly string[] = ['reset_password', 'invitation']

/**
 * Sets a new password with a token: of a link from a mail, which also proves the address; of a link that an administrator was
 * shown; or of a login with a temporary password. All sessions of the user end, because somebody with the old password may have
 * started one. Nobody is logged in (I56).
 * @throws {Failure} `link_invalid`, `password_unacceptable`
 */
export async function resetPassword(
  users: Users,
  input: { token: string; password: string; address?: string | undefined },
): Promise<User> {
  // The link is checked before it is used up: without a valid link nobody can cause a hash, and after a
  // refused password the link stays usable.
  const known = await findLink(users.db, input.token, users.clock.now())
  const found = known && (await findUser(users.db, known.userId))
  if (!found || !purposes.some((purpose) => purpose === known.purpose)) throw new Failure('link_invalid')
  checkNewPassword(input.password, found)
  if (known.purpose === 'temporary_password') await requireOtherPassword(users, found, input.password)
  const hash = await users.passwords.hash(input.password)
  const user = await users.db.transaction(async (tx) => {
    const at = users.clock.now()
    const { link, user: before } = await useLink(tx, { token: input.token, purposes, now: at })
    if (emailKey(before.email) !== emailKey(link.email)) throw new Failure('link_invalid')
    checkNewPassword(input.password, before)
    const isProof = proofs.includes(link.purpose)
    const after: User = {
      ...before,
      emailVerifiedAt: before.emailVerifiedAt ?? (isProof ? at : null),
      hasPassword: true,
      sessionEpoch: before.sessionEpoch + 1,
      version: before.version + 1,
      updatedAt: at,
    }
    await setPasswordHash(tx, after, hash)
    await removeEntryLinks(tx, after.id)
    const order = { user_id: after.id, epoch: after.sessionEpoch, reason: 'password_changed' } as const
    await queueSessionEnd(tx, order, at)
    const about = { subject: after.id, at }
    const how = link.purpose === 'invitation' ? 'invitation' : 'reset'
    const from = input.address === undefined ? {} : { address: input.address }
    await record(tx, { type: 'user.password_changed', data: { how, by: after.id, ...from }, ...about })
    if (before.emailVerifiedAt === null && isProof)
      await record(tx, { type: 'user.email_verified', data: { email: after.email, by: after.id }, ...about })
    // An invited user gets no notice, because this is their first password.
    if (how === 'reset') await sendNotice(tx, users, await passwordChanged(tx, after, at))
    return after
  })
  await deliverSessionEnds(users, user.id)
  return user
}

/** Requires another password than the temporary one, which an admin knows. @throws {Failure} `password_unacceptable` */
async function requireOtherPassword(users: Users, { id }: User, password: string): Promise<void> {
  const temporary = await findPasswordHash(users.db, id)
  if (!(await users.passwords.verify(temporary, password))) return
  const detail = 'This is the temporary password.'
  throw new Failure('password_unacceptable', {
    errors: [{ pointer: '/password', code: 'is_temporary', detail }],
  })
}
