import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { endSessions } from '../../core/end-sessions.ts'
import { lockOwn } from '../../core/lock-own.ts'
import { canSignIn } from '../../core/sign-in-method-store.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { removeIdentityOf } from './identity-store.ts'
import { recordIdentityChange } from './record-identity-change.ts'

/**
 * Unlinks an account at another provider from the caller. From then on nobody can log in with it on any node, and the user's
 * other sessions end. The last login method of a user cannot be removed.
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, `identity_not_found`, `last_way_in`
 */
export async function removeIdentity(
  users: Users,
  input: { userId: string; caller: Caller; id: string },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    const identity = await removeIdentityOf(tx, input)
    if (!identity) throw new Failure('identity_not_found')
    if (!(await canSignIn(tx, user))) throw new Failure('last_way_in')
    const at = users.clock.now()
    await raiseFactorsVersion(tx, user.id)
    await endSessions(tx, { user, kept: input.caller, at })
    await recordIdentityChange(tx, users, { user, type: 'user.identity_unlinked', identity, at })
  })
  await deliverSessionEnds(users, input.userId)
}
