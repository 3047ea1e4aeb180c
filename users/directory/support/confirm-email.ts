import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { record } from '#runtime/events/record.ts'
import { requireEmailKey, requireRightsOf, type User } from '../../core/user.ts'
import { lockUser, replaceUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { removeLinksFor } from '../../messages/index.ts'

/**
 * Confirms the address of a user for an admin. With `email` only this address is confirmed, and not one that the user has changed
 * to in the meantime. Without it the present address of the user is confirmed.
 * @throws {Failure} `user_not_found`, `forbidden`, `email_differs`
 */
export async function confirmEmail(
  users: Users,
  input: { userId: string; email?: string; caller: Caller },
): Promise<User> {
  return users.db.transaction(async (tx) => {
    const before = await lockUser(tx, input.userId)
    if (!before) throw new Failure('user_not_found')
    requireRightsOf(before, input.caller)
    if (input.email !== undefined && requireEmailKey(input.email) !== emailKey(before.email))
      throw new Failure('email_differs')
    if (before.emailVerifiedAt !== null) return before
    const at = users.clock.now()
    const after: User = { ...before, emailVerifiedAt: at, version: before.version + 1, updatedAt: at }
    const keys = { usernameKey: usernameKey(after.username), emailKey: requireEmailKey(after.email) }
    await replaceUser(tx, after, keys)
    // The address is confirmed now, so the links of earlier mails must not work any more.
    await removeLinksFor(tx, after.id, 'verify_email')
    const data = { email: after.email, by: authorId(input.caller) }
    await record(tx, { type: 'user.email_verified', subject: after.id, data, at })
    return after
  })
}
