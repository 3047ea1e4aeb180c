import type { Sql } from '#runtime/database/database.ts'
import { findUser } from '../../core/user-store.ts'
import type { Notification } from './notification.ts'
import { alwaysOn } from './preferences.ts'

/**
 * Replaces the ids of users by their current usernames. Notices to admins are stored with ids, so that a deleted user leaves no
 * name in them. Only security notices are changed, because clients could put any id into other notifications to learn the
 * username.
 */
export async function nameUsers(db: Sql, notifications: Notification[]): Promise<Notification[]> {
  const ids = [...new Set(notifications.flatMap(namedIn))]
  if (ids.length === 0) return notifications
  const users = await Promise.all(ids.map((id) => findUser(db, id)))
  const names = new Map(users.flatMap((user) => (user ? [[user.id, user.username] as const] : [])))
  return notifications.map((notification) => {
    const body = namedIn(notification).reduce(
      (text, id) => text?.replaceAll(id, () => names.get(id) ?? id) ?? null,
      notification.body,
    )
    return { ...notification, body }
  })
}

/** Returns the ids of users that the body of a security notice holds. They are `by` and `user_id` in its data. */
const namedIn = ({ type, body, data }: Notification): string[] =>
  alwaysOn.has(type)
    ? [data.by, data.user_id].filter((id): id is string => typeof id === 'string' && !!body?.includes(id))
    : []
