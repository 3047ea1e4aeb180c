import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { scopesOf } from '#contract/rules/rights.ts'
import { record } from '#runtime/events/record.ts'
import { type Locks, requireUser } from './find-user-lock.ts'
import { removeAttemptsBetween } from './login-attempt-store.ts'
import { userCounts } from './login-limits.ts'

/**
 * Forgets the wrong passwords of a user whom guesses of other people keep out. Returns whether there were any. A caller needs the
 * rights of the user: more guesses at the password of an admin are more chances to become one. Nobody unlocks their own user: a
 * stolen session would have as many guesses at the second factor as it likes.
 * @throws {Failure} `user_not_found`, `forbidden`
 */
export async function unlockUser(locks: Locks, input: { userId: string; caller: Caller }): Promise<boolean> {
  const user = await requireUser(locks, input.userId)
  if (input.caller.userId === user.id) throw new Failure('forbidden')
  if (!scopesOf(user).every((scope) => input.caller.scopes.includes(scope))) throw new Failure('forbidden')
  return locks.db.transaction(async (tx) => {
    let forgotten = 0
    for (const { first, end } of userCounts(user)) forgotten += await removeAttemptsBetween(tx, first, end)
    if (forgotten === 0) return false
    const data = { by: authorId(input.caller) }
    await record(tx, { type: 'user.unlocked', subject: user.id, data, at: locks.clock.now() })
    return true
  })
}
