import { type Caller, callerId } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { deliverNow } from '#runtime/events/outbox.ts'
import { forgetUser } from '../core/forget-user.ts'
import { may, requireMatch } from '../core/user.ts'
import { lockUser, wasDeleted } from '../core/user-store.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { isActiveAdmin, requireOtherAdmin } from './last-admin.ts'
import type { UserAdministration } from './user-administration.ts'

/**
 * May be repeated: the reply to the first try could have been lost.
 * @throws {Failure} `user_not_found` for an id that never was a user's.
 */
export async function deleteUser(
  users: UserAdministration,
  input: { userId: string; caller: Caller; ifMatch: string | undefined },
): Promise<void> {
  // Before the look-up: without the right the answer is the same whether the user exists or not.
  if (!may(input.caller, 'users:delete', input.userId)) throw new Failure('forbidden')
  const deleted = await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, input.userId)
    if (!user) {
      if (await wasDeleted(tx, input.userId)) return false
      throw new Failure('user_not_found')
    }
    requireMatch(user, input.ifMatch)
    if (isActiveAdmin(user)) await requireOtherAdmin(tx, user)
    const at = users.clock.now()
    const { forgetInFeatures } = users
    await forgetUser(tx, user, { by: callerId(input.caller), at, forgetInFeatures })
    if (user.emailVerifiedAt !== null) {
      const { username, email: to } = user
      await queueMail(tx, users, { user, to, content: { kind: 'user_deleted', username } })
    }
    return true
  })
  // Before the reply, so that it can promise that the sessions are over; also when a first try got no further.
  await deliverNow(users.outbox, input.userId)
  if (deleted)
    users.log.info(
      { event: 'user.deleted', user_id: input.userId, by: callerId(input.caller) },
      'a user was deleted',
    )
}
