import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { requireRightsOf } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { sendLink } from '../../messages/index.ts'

/**
 * Sends a user a link to set another password, as if the user had asked for it. Nobody else sees the link (I06).
 * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`
 */
export async function sendPasswordReset(
  users: Users,
  input: { userId: string; caller: Caller },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, input.userId)
    if (!user) throw new Failure('user_not_found')
    requireRightsOf(user, input.caller)
    // A link of a suspended user would be refused.
    if (user.status !== 'active') throw new Failure('user_suspended')
    await sendLink(tx, users, { user, purpose: 'reset_password' })
    const data = { by: authorId(input.caller) }
    await record(tx, { type: 'user.password_reset_sent', subject: user.id, data, at: users.clock.now() })
  })
}
