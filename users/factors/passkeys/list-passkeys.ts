import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { may } from '../../core/user.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import type { Passkey } from './passkey.ts'
import { findPasskeys } from './passkey-store.ts'

/**
 * Returns the passkeys of a user, oldest first.
 * @throws {Failure} `user_not_found`, also when the caller may not see the user
 */
export async function listPasskeys(
  users: Pick<Users, 'db'>,
  { userId, caller }: { userId: string; caller: Caller },
): Promise<Passkey[]> {
  // The right is checked before the look-up: a caller without it gets the same answer whether the user exists or not.
  if (!may(caller, 'users:read', userId) || !(await findUser(users.db, userId)))
    throw new Failure('user_not_found')
  return findPasskeys(users.db, userId)
}
