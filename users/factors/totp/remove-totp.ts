import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { hasSecondFactor } from '../../core/second-factor-store.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { lockOwn } from '../core/lock-own.ts'
import { recordFactorChange } from '../core/record-factor-change.ts'
import { removeRecoveryCodes } from '../recovery-codes/recovery-code-store.ts'
import { removeTotp as removeTotpRow } from './totp-store.ts'

/**
 * Removes the authenticator app of the caller.
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`
 */
export async function removeTotp(users: Users, input: { userId: string; caller: Caller }): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    if (!(await removeTotpRow(tx, user.id))) throw new Failure('factor_not_found')
    await afterRemoval(tx, user.id)
    const change = { type: 'user.factor_removed', data: { kind: 'totp', by: user.id } } as const
    await recordFactorChange(tx, users, { user, change, at: users.clock.now() })
  })
}

/** Counts the change, and removes the recovery codes when no factor is left that they could stand in for. */
export async function afterRemoval(tx: Sql, userId: string): Promise<void> {
  await raiseFactorsVersion(tx, userId)
  if (!(await hasSecondFactor(tx, userId))) await removeRecoveryCodes(tx, userId)
}
