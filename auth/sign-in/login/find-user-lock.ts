import { Failure } from '#contract/declaration/failures.ts'
import type { UserLockResource } from '#contract/sign-in/locks.ts'
import type { UserResource } from '#contract/users/user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Auth } from '../../core/auth.ts'
import type { UserDirectory } from '../../core/user-directory.ts'
import { findCounts } from '../limits/login-attempt-store.ts'
import { userCounts } from '../limits/login-limits.ts'

/** The context of the use cases that show and forget the counted wrong passwords of a user. */
export interface Locks extends Pick<Auth, 'db' | 'clock'> {
  users: Pick<UserDirectory, 'findUser'>
}

/**
 * Returns the wrong passwords and second factors that are counted for a user, and the pauses that they cause.
 * @throws {Failure} `user_not_found`
 */
export async function findUserLock(locks: Locks, input: { userId: string }): Promise<UserLockResource> {
  const user = await requireUser(locks, input.userId)
  const now = locks.clock.now()
  const counted: UserLockResource['wrong_passwords'] = []
  for (const { first, end, keptForMs, describe } of userCounts(user)) {
    for (const { key, failures, freeAt, expiresAt } of await findCounts(locks.db, { first, end, now })) {
      counted.push({
        ...describe(key),
        count: failures,
        last_at: toRfc3339(expiresAt - keptForMs),
        paused_until: freeAt > now ? toRfc3339(freeAt) : null,
      })
    }
  }
  const ends = counted.flatMap(({ what, paused_until: end }) =>
    what !== 'password_changes' && end !== null ? [end] : [],
  )
  return {
    locked: ends.length > 0,
    locked_until: ends.toSorted().at(-1) ?? null,
    wrong_passwords: counted,
  }
}

/**
 * Asks the user service for a user. `userId` is empty when the request had no valid UUID; no user has this id, so the
 * user service is not asked.
 */
export async function requireUser({ users }: Locks, userId: string): Promise<UserResource> {
  const known = userId === '' ? undefined : await users.findUser(userId)
  if (!known) throw new Failure('user_not_found')
  return known.user
}
