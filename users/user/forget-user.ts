import type { Sql } from '#runtime/database/database.ts'
import { recordEvent } from '#runtime/events/event-log.ts'
import { forgetEvents } from '#runtime/events/forgotten-events.ts'
import { orderEndOfSessions } from '../core/session-directory.ts'
import type { User } from '../core/user.ts'
import { removeUser } from '../core/user-store.ts'
import { forgetReplies } from '../idempotency/idempotency.ts'
import { forgetLinks } from '../links/link-store.ts'
import { forgetMail } from '../mail/queue-mail.ts'
import { forgetNotifications } from '../notifications/notification-store.ts'
import { forgetHeldUsernames } from '../sign-up/held-username-store.ts'

/** Removes a user, who is locked, and whatever tells of them. `by` is null for the service itself. */
export async function forgetUser(
  tx: Sql,
  user: User,
  { by, at }: { by: string | null; at: number },
): Promise<void> {
  await removeUser(tx, user.id, at)
  await forgetReplies(tx, user.id)
  await forgetHeldUsernames(tx, user.id)
  await forgetNotifications(tx, user.id)
  await forgetLinks(tx, user.id)
  await forgetMail(tx, user.id)
  await forgetEvents(tx, user.id, at)
  await recordEvent(tx, { type: 'user.deleted', subject: user.id, data: { by }, at })
  const order = { user_id: user.id, epoch: user.sessionEpoch + 1, reason: 'user_deleted' } as const
  await orderEndOfSessions(tx, order, at)
}
