import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { claimReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Notification } from './notification.ts'
import { checkData } from './notification.ts'
import { type Composed, compose, keep, type NewNotification } from './notify.ts'
import { alwaysOn } from './preferences.ts'

/**
 * Creates a notification for an API client, and mails it if its user has chosen mail.
 * @throws {Failure} `user_not_found`; `invalid_request` for a type that is always on
 */
export async function createNotification(
  users: Users,
  {
    repeatable,
    by,
    ...input
  }: NewNotification & {
    repeatable: Repeatable | undefined
    /** The id of the user or API key that notifies; undefined for the authentication service, which records an event of its own. */
    by: string | null | undefined
  },
): Promise<Composed> {
  checkData(input.data ?? {})
  refuseAlwaysOn(input.type)
  const now = users.clock.now()
  return users.db.transaction(async (tx) => {
    const composed = await compose(tx, input, now)
    if (!composed) throw new Failure('user_not_found')
    // The reply is stored under the user's id, so that it is removed with the user.
    const first = await claimReply(tx, repeatable, { id: input.userId, composed }, { now })
    if (first) return first.composed
    await keep(tx, composed)
    if (composed.channels.includes('email')) await mail(tx, users, composed.notification)
    if (by !== undefined) await recordCreated(tx, composed.notification, by)
    return composed
  })
}

/** Records that an admin or a service notified a user, without the text, which is for the user alone. */
async function recordCreated(
  tx: Sql,
  { id, userId, type, createdAt: at }: Notification,
  by: string | null,
): Promise<void> {
  const data = { notification_id: id, notification_type: type, by }
  await record(tx, { type: 'notification.created', subject: userId, data, at })
}

/**
 * Refuses the types of security notices. A client that could write one would forge notices, and displace real
 * ones.
 */
function refuseAlwaysOn(type: string): void {
  if (!alwaysOn.has(type)) return
  const detail = 'Only Latchkey itself tells of the safety of an account.'
  throw new Failure('invalid_request', { errors: [{ pointer: '/type', code: 'not_allowed', detail }] })
}

/** Mails a notification. An unconfirmed address gets none, because its reader may be a stranger. */
async function mail(tx: Sql, users: Users, { userId, title, body }: Notification): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || user.emailVerifiedAt === null) return
  await queueMail(tx, users, { user, to: user.email, content: { kind: 'notification', title, body } })
}
