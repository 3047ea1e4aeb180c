import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { endSessions } from '../../core/end-sessions.ts'
import { lockOwn } from '../../core/lock-own.ts'
import { hasSecondFactor } from '../../core/second-factor-store.ts'
import type { User } from '../../core/user.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { recordFactorChange } from '../core/record-factor-change.ts'
import { removeRecoveryCodes } from '../recovery-codes/recovery-code-store.ts'
import { removeTotp as removeTotpRow } from './totp-store.ts'

/**
 * Removes the authenticator app of the caller, and ends the user's other sessions.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`
 */
export async function removeTotp(users: Users, input: { userId: string; caller: Caller }): Promise<void> {
  const { userId, caller } = input
  await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    if (!(await removeTotpRow(tx, userId))) throw new Failure('factor_not_found')
    const at = users.clock.now()
    await afterRemoval(tx, { user, kept: caller, at })
    const change = { type: 'user.factor_removed', data: { kind: 'totp', by: userId } } as const
    await recordFactorChange(tx, users, { user, change, at })
  })
  await deliverSessionEnds(users, userId)
}

/**
 * Counts the change, and removes the recovery codes when the user has no second factor left. Ends all sessions except the one
 * that made the change, because a thief may be in one of the others.
 */
export async function afterRemoval(
  tx: Sql,
  { user, kept, at }: { user: User; kept: Caller; at: number },
): Promise<void> {
  await raiseFactorsVersion(tx, user.id)
  if (!(await hasSecondFactor(tx, user.id))) await removeRecoveryCodes(tx, user.id)
  await endSessions(tx, { user, kept, at })
}
