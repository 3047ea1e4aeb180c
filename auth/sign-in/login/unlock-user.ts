import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { hasRightsOf } from '#contract/rules/rights.ts'
import { record } from '#runtime/events/record.ts'
import { removeAttemptsBetween } from '../limits/login-attempt-store.ts'
import { userCounts } from '../limits/login-limits.ts'
import { type Locks, requireUser } from './find-user-lock.ts'

/**
 * Forgets the wrong passwords that other people have tried for a user, who is locked out by them. Returns whether there
 * were any. The caller needs all rights of that user: more guesses at the password of an admin are more chances to
 * become an admin. Users cannot unlock themselves: with a stolen session, a thief would get any number of guesses at
 * the second factor.
 * @throws {Failure} `user_not_found`, `forbidden`
 */
export async function unlockUser(locks: Locks, input: { userId: string; caller: Caller }): Promise<boolean> {
  const user = await requireUser(locks, input.userId)
  if (input.caller.userId === user.id) throw new Failure('forbidden')
  if (!hasRightsOf(input.caller, user)) throw new Failure('forbidden')
  return locks.db.transaction(async (tx) => {
    let forgotten = 0
    for (const { first, end } of userCounts(user)) forgotten += await removeAttemptsBetween(tx, first, end)
    if (forgotten === 0) return false
    const data = { by: authorId(input.caller) }
    await record(tx, { type: 'user.unlocked', subject: user.id, data, at: locks.clock.now() })
    return true
  })
}
