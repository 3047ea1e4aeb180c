import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { deliverSessionEnds } from '../core/deliver-session-ends.ts'
import { endSessions } from '../core/end-sessions.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { requireRightsOf } from '../core/user.ts'
import { lockUser, raiseFactorsVersion } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { recordFactorChange } from './core/record-factor-change.ts'
import { forgetFactors } from './forget-factors.ts'

/**
 * Removes every second factor of a user who has lost them, and ends every session of the user (I121). Admins cannot do it for
 * themselves: a thief with a stolen session of an admin could otherwise remove the second factor that protects the account.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`
 */
export async function resetFactors(users: Users, input: { userId: string; caller: Caller }): Promise<void> {
  const { userId, caller } = input
  if (caller.userId === userId) throw new Failure('forbidden')
  requireRecentLogin(caller, users.clock.now())
  await users.db.transaction(async (tx) => {
    const before = await lockUser(tx, userId)
    if (!before) throw new Failure('user_not_found')
    requireRightsOf(before, caller)
    if (!(await forgetFactors(tx, userId))) return
    const at = users.clock.now()
    const after = await endSessions(tx, { user: before, at })
    await raiseFactorsVersion(tx, userId)
    const change = { type: 'user.factors_reset', data: { by: authorId(caller) } } as const
    await recordFactorChange(tx, users, { user: after, change, at })
  })
  await deliverSessionEnds(users, userId)
}
