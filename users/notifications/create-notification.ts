import { Failure } from '#contract/failures.ts'
import { claimReply, type Repeatable } from '../idempotency.ts'
import type { Users } from '../users.ts'
import { checkData } from './notification.ts'
import { type Composed, compose, keep, type NewNotification } from './notify.ts'

/** @throws {Failure} `user_not_found` */
export async function createNotification(
  users: Users,
  { repeatable, ...input }: NewNotification & { repeatable: Repeatable | undefined },
): Promise<Composed> {
  checkData(input.data ?? {})
  const now = users.clock.now()
  return users.db.transaction(async (tx) => {
    const composed = await compose(tx, input, now)
    if (!composed) throw new Failure('user_not_found')
    // Kept under the id of the user, with whom it goes.
    const first = await claimReply(tx, repeatable, { id: input.userId, composed }, now)
    if (first) return first.composed
    await keep(tx, composed)
    return composed
  })
}
