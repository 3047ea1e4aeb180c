import type { Sql } from '#runtime/database/database.ts'
import { findUser } from '../core/user-store.ts'
import type { Notification } from './notification.ts'
import { alwaysOn } from './preferences.ts'

/**
 * What admins are told of one another is kept with ids, and read with the usernames of today: a user who is deleted leaves no
 * name in the notices of others. Only in what Latchkey itself has written: others could have ids named that they made up.
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

/** Whose ids are in its text, as its data says. */
const namedIn = ({ type, body, data }: Notification): string[] =>
  alwaysOn.has(type)
    ? [data.by, data.user_id].filter((id): id is string => typeof id === 'string' && !!body?.includes(id))
    : []
