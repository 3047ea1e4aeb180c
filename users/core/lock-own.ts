import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { requireRecentLogin } from './recent-login.ts'
import { hasSecondFactor } from './second-factor-store.ts'
import type { User } from './user.ts'
import { lockUser } from './user-store.ts'
import type { Users } from './users.ts'

/**
 * Locks a user who changes their own second factors, and returns that user. Users can change only their own factors, and need a
 * recent login with every factor that they have (I115). The factors are read after the lock, so that the check includes one that
 * was added at the same moment.
 * @throws {Failure} `forbidden`, `user_not_found`, `reauthentication_required`
 */
export async function lockOwn(
  tx: Sql,
  { clock }: Pick<Users, 'clock'>,
  { userId, caller }: { userId: string; caller: Caller },
): Promise<User> {
  if (caller.userId !== userId) throw new Failure('forbidden')
  const user = await lockUser(tx, userId)
  if (!user) throw new Failure('user_not_found')
  requireRecentLogin({ ...caller, hasSecondFactor: await hasSecondFactor(tx, userId) }, clock.now())
  return user
}

/**
 * Returns the time that is stored for a change. It is never before the login of the caller, even if the clocks of the two
 * services differ: otherwise the link “This was not me” about that login would not remove what was added in its session.
 */
export const timeOfChange = ({ clock }: Pick<Users, 'clock'>, caller: Caller): number =>
  caller.userId === undefined ? clock.now() : Math.max(clock.now(), Date.parse(caller.authenticatedAt) || 0)

/**
 * Requires that the authentication service supports second factors. An older version does not send the methods of a login
 * (`amr`), and would let a user who has just added a factor log in with the password alone.
 * @throws {Failure} `auth_service_outdated`
 */
export function requireFactorsAreAskedFor(caller: Caller): void {
  if (caller.userId !== undefined && caller.amr.length === 0) throw new Failure('auth_service_outdated')
}
