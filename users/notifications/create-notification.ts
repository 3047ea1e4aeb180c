import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { claimReply, type Repeatable } from '../idempotency/idempotency.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Notification } from './notification.ts'
import { checkData } from './notification.ts'
import { type Composed, compose, keep, type NewNotification } from './notify.ts'
import { alwaysOn } from './preferences.ts'

/** @throws {Failure} `user_not_found`; `invalid_request` for a type that is always on */
export async function createNotification(
  users: Users,
  { repeatable, ...input }: NewNotification & { repeatable: Repeatable | undefined },
): Promise<Composed> {
  checkData(input.data ?? {})
  refuseAlwaysOn(input.type)
  const now = users.clock.now()
  return users.db.transaction(async (tx) => {
    const composed = await compose(tx, input, now)
    if (!composed) throw new Failure('user_not_found')
    // Kept under the id of the user, with whom it goes.
    const first = await claimReply(tx, repeatable, { id: input.userId, composed }, { now })
    if (first) return first.composed
    await keep(tx, composed)
    if (composed.channels.includes('email')) await mail(tx, users, composed.notification)
    return composed
  })
}

/** Only what has happened is told with such a type: whoever could write one would forge notices, and push others out. */
function refuseAlwaysOn(type: string): void {
  if (!alwaysOn.has(type)) return
  const detail = 'Only Latchkey itself tells of the safety of an account.'
  throw new Failure('invalid_request', { errors: [{ pointer: '/type', code: 'not_allowed', detail }] })
}

/** To an address that its owner has confirmed: who else reads there is nobody's business. */
async function mail(tx: Sql, users: Users, { userId, title, body }: Notification): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || user.emailVerifiedAt === null) return
  await queueMail(tx, users, { user, to: user.email, content: { kind: 'notification', title, body } })
}
