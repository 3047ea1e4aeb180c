import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'

/**
 * The session epoch and the version of the factors of a user at the time when a login or a session asked for a second factor.
 */
export interface Stood {
  user_id: string
  session_epoch: number
  factors_version: number
}

/**
 * Locks a user, and requires that neither the password, the status nor a factor has changed since a login or a session asked
 * for a second factor (I83, I88). The session epoch rises with each change of the password and each suspension.
 * @throws {Failure} `login_expired`
 */
export async function lockUnchanged(tx: Sql, stood: Stood): Promise<User> {
  const user = await lockUser(tx, normalizeId(stood.user_id))
  if (
    user?.status !== 'active' ||
    user.sessionEpoch !== stood.session_epoch ||
    user.factorsVersion !== stood.factors_version
  )
    throw new Failure('login_expired')
  return user
}
