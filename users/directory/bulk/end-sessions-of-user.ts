import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { endSessions } from '../../core/end-sessions.ts'
import { countActOnOther } from '../../core/recent-login.ts'
import { requireRightsOf } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'

/**
 * Ends all sessions of a user, also one whose login is under way. The authentication service has ended them when this returns.
 * @throws {Failure} `user_not_found`, `forbidden`
 */
export async function endSessionsOfUser(
  users: Users,
  { userId, caller }: { userId: string; caller: Caller },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Failure('user_not_found')
    requireRightsOf(user, caller)
    const at = users.clock.now()
    await countActOnOther(tx, { userId, caller, now: at })
    await endSessions(tx, { user, at })
    const data = { by: authorId(caller) }
    await record(tx, { type: 'user.sessions_ended', subject: userId, data, at })
  })
  await deliverSessionEnds(users, userId)
}
