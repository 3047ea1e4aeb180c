import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { Users } from '../../core/users.ts'
import { findNotificationType, removeNotification } from './notification-store.ts'
import { alwaysOn } from './preferences.ts'

/**
 * Deletes a notification. Security notices cannot be deleted, because a thief would delete exactly these.
 * @throws {Failure} `notification_not_found`, also for somebody else's; `notification_kept`
 */
export async function deleteNotification(users: Users, input: { id: string; userId: string }): Promise<void> {
  const id = normalizeId(input.id)
  const type = await findNotificationType(users.db, { id, userId: input.userId })
  if (type !== undefined && alwaysOn.has(type)) throw new Failure('notification_kept')
  if (!(await removeNotification(users.db, id, input.userId))) throw new Failure('notification_not_found')
}
