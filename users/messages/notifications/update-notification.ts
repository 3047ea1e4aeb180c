import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { Users } from '../../core/users.ts'
import { nameUsers } from './name-users.ts'
import type { Notification } from './notification.ts'
import { markNotification } from './notification-store.ts'

/**
 * Marks a notification as read or unread.
 * @throws {Failure} `notification_not_found`, also for somebody else's
 */
export async function updateNotification(
  users: Users,
  input: { id: string; userId: string; isRead: boolean },
): Promise<Notification> {
  const readAt = input.isRead ? users.clock.now() : null
  const marked = await markNotification(users.db, { id: normalizeId(input.id), userId: input.userId, readAt })
  if (!marked) throw new Failure('notification_not_found')
  const [named = marked] = await nameUsers(users.db, [marked])
  return named
}
