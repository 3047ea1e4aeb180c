import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { requireRecentLogin } from '../../core/recent-login.ts'
import { hasSecondFactor } from '../../core/second-factor-store.ts'
import type { User } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'

/**
 * Locks the user who changes its own second factors. Nobody changes those of others, and an old session changes none: that needs a
 * fresh proof at the user's highest level (I115), which is read behind the lock.
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
 * Returns the time of a change that a caller makes. It is never before the caller's proof, whatever the clocks of the two services
 * say: “This was not me” about a login must find what was added in its session.
 */
export const timeOfChange = ({ clock }: Pick<Users, 'clock'>, caller: Caller): number =>
  caller.userId === undefined ? clock.now() : Math.max(clock.now(), Date.parse(caller.authenticatedAt) || 0)

/**
 * Requires that the authentication service knows second factors. One of the version before says nothing of methods, and would log
 * in with the password alone whoever has just added a factor.
 * @throws {Failure} `auth_service_outdated`
 */
export function requireFactorsAreAskedFor(caller: Caller): void {
  if (caller.userId !== undefined && caller.amr.length === 0) throw new Failure('auth_service_outdated')
}
