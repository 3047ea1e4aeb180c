import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { lockOwn, timeOfChange } from '../../core/lock-own.ts'
import { hasSecondFactor } from '../../core/second-factor-store.ts'
import type { Users } from '../../core/users.ts'
import { recordFactorChange } from '../core/record-factor-change.ts'
import { makeRecoverySet } from './make-recovery-set.ts'

/**
 * Makes new recovery codes. A session that was opened with a recovery code is refused: otherwise somebody who found one code
 * could get a whole new set (I98, I99).
 * @throws {Failure} `user_not_found`, `forbidden`, `reauthentication_required`, `factor_not_found`
 */
export async function makeRecoveryCodes(
  users: Users,
  input: { userId: string; caller: Caller },
): Promise<string[]> {
  return users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    if (input.caller.userId !== undefined && input.caller.amr.includes('rec'))
      throw new Failure('reauthentication_required', { acr: 'aal2' })
    if (!(await hasSecondFactor(tx, user.id))) throw new Failure('factor_not_found')
    const at = timeOfChange(users, input.caller)
    const codes = await makeRecoverySet(tx, users, { userId: user.id, at })
    const change = { type: 'user.recovery_codes_made', data: { by: user.id } } as const
    await recordFactorChange(tx, users, { user, change, at })
    return codes
  })
}
