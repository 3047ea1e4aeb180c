import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { requireRightsOf } from '../core/user.ts'
import { lockUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { sendLink } from '../messages/index.ts'

/**
 * Invites a user without a password once more, which voids the link of the earlier invitation.
 * @throws {Failure} `user_not_found`, `user_has_password`
 */
export async function inviteUser(users: Users, input: { userId: string; caller: Caller }): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, input.userId)
    if (!user) throw new Failure('user_not_found')
    requireRightsOf(user, input.caller)
    if (user.hasPassword) throw new Failure('user_has_password')
    await sendLink(tx, users, { user, purpose: 'invitation' })
    const data = { role: user.role, by: authorId(input.caller) }
    await record(tx, { type: 'user.invited', subject: user.id, data, at: users.clock.now() })
  })
}
