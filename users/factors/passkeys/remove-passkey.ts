import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { lockOwn } from '../../core/lock-own.ts'
import { canSignIn } from '../../core/sign-in-method-store.ts'
import { afterRemoval } from '../totp/remove-totp.ts'
import type { Passkeys } from './passkey.ts'
import { removePasskeyOf } from './passkey-store.ts'
import { recordPasskeyChange } from './record-passkey-change.ts'

/**
 * Removes a passkey of the caller, which is refused on all nodes from then on. The user's other sessions end. The last login
 * method of a user cannot be removed.
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`, `factor_not_found`, `last_way_in`
 */
export async function removePasskey(
  users: Passkeys,
  input: { userId: string; caller: Caller; id: string },
): Promise<void> {
  await users.db.transaction(async (tx) => {
    const user = await lockOwn(tx, users, input)
    const removed = await removePasskeyOf(tx, input)
    if (!removed) throw new Failure('factor_not_found')
    if (!(await canSignIn(tx, user))) throw new Failure('last_way_in')
    const at = users.clock.now()
    await afterRemoval(tx, { user, kept: input.caller, at })
    const data = { passkey_id: removed.id, name: removed.name, by: user.id }
    const change = { type: 'user.passkey_removed', data } as const
    await recordPasskeyChange(tx, users, { user, change, at })
  })
  await deliverSessionEnds(users, input.userId)
}
