import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { forgetUser } from '../../core/forget-user.ts'
import { countActOnOther, requireRecentLogin } from '../../core/recent-login.ts'
import { may, requireRightsOf } from '../../core/user.ts'
import { wasDeleted } from '../../core/user-store.ts'
import { queueMail } from '../../messages/index.ts'
import { rememberDeletedAddress } from '../../sign-up/index.ts'
import { isActiveAdmin, lockWithOtherAdmin, requireOtherAdmin } from './last-admin.ts'
import type { UserAdministration } from './user-administration.ts'

/**
 * Deletes a user. Repeating it is no error, because the first reply may have been lost. Users who delete themselves need a recent
 * login: a stolen token must not be enough for a change that cannot be undone.
 * @throws {Failure} `user_not_found` for an id that never was a user's; `forbidden`, `reauthentication_required`
 */
export async function deleteUser(
  users: UserAdministration,
  input: { userId: string; caller: Caller; ifMatch: string | undefined },
): Promise<void> {
  // The right is checked before the look-up: a caller without it gets the same answer whether the user exists or not.
  if (!may(input.caller, 'users:delete', input.userId)) throw new Failure('forbidden')
  if (input.caller.userId === input.userId) requireRecentLogin(input.caller, users.clock.now())
  await users.db.transaction(async (tx) => {
    const user = await lockWithOtherAdmin(tx, input.userId)
    if (!user) {
      if (await wasDeleted(tx, input.userId)) return
      throw new Failure('user_not_found')
    }
    requireRightsOf(user, input.caller)
    requireMatch(user, input.ifMatch)
    if (isActiveAdmin(user)) await requireOtherAdmin(tx, user)
    const at = users.clock.now()
    // Counted last: a request that holds the row of the count must not wait for rows of other admins.
    await countActOnOther(tx, { ...input, now: at })
    const { forgetInFeatures, secrets } = users
    await rememberDeletedAddress(tx, secrets, { email: user.email, at })
    await forgetUser(tx, user, { by: authorId(input.caller), at, forgetInFeatures })
    if (user.emailVerifiedAt !== null) {
      const { username, email: to } = user
      await queueMail(tx, users, { user, to, content: { kind: 'user_deleted', username } })
    }
  })
  await deliverSessionEnds(users, input.userId)
}
