import { defaultPageRows, pageOf } from '#runtime/database/cursor.ts'
import { readPosition } from '#runtime/events/follow-feed.ts'
import type { Users } from '../../core/users.ts'
import { nameUsers } from './name-users.ts'
import type { Notification } from './notification.ts'
import { findNotificationsPage, findState } from './notification-store.ts'

export interface NotificationPage {
  notifications: Notification[]
  nextCursor: string | null
  unreadCount: number
  position: string
}

export async function listNotifications(
  users: Users,
  input: { userId: string; limit?: number | undefined; cursor?: string | undefined; isUnread: boolean },
): Promise<NotificationPage> {
  const limit = input.limit ?? defaultPageRows
  const cursor = readPosition(input.cursor, '/cursor') ?? Number.MAX_SAFE_INTEGER
  // The position is read before the list, so that a stream from this position misses nothing that is created in between.
  const { position, unread } = (await findState(users.db, input.userId)) ?? { position: 0, unread: 0 }
  const before = Math.min(cursor, position + 1)
  const { userId, isUnread } = input
  const found = await findNotificationsPage(users.db, { userId, before, limit: limit + 1, isUnread })
  const { page, nextCursor } = pageOf(found, limit, (last) => `${last.position}`)
  return {
    notifications: await nameUsers(users.db, page),
    nextCursor,
    unreadCount: unread,
    position: `${position}`,
  }
}
