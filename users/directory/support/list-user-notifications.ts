import { Failure } from '#contract/declaration/failures.ts'
import type { UserNotificationResource } from '#contract/users/one-user.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { listNotifications, toNotificationResource } from '../../messages/index.ts'

/** Returns a page of the notifications of a user, without their bodies and data. @throws {Failure} `user_not_found` */
export async function listUserNotifications(
  users: Users,
  input: { userId: string; limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: UserNotificationResource[]; next_cursor: string | null }> {
  if (!(await findUser(users.db, input.userId))) throw new Failure('user_not_found')
  const { notifications, nextCursor } = await listNotifications(users, { ...input, isUnread: false })
  const data = notifications.map((one) => {
    const { id, type, title, created_at, read_at } = toNotificationResource(one)
    return { id, type, title, created_at, read_at }
  })
  return { data, next_cursor: nextCursor }
}
