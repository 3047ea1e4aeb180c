import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'
import type { Notification } from './notification.ts'

interface NotificationRow {
  id: string
  user_id: string
  position: number
  type: string
  title: string
  body: string | null
  data: string
  created_at: number
  read_at: number | null
}

export const notificationColumns = sql`id, user_id, position, type, title, body, data, created_at, read_at`

const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  userId: row.user_id,
  position: row.position,
  type: row.type,
  title: row.title,
  body: row.body,
  data: JSON.parse(row.data),
  createdAt: row.created_at,
  readAt: row.read_at,
})

export async function insertNotification(tx: Sql, notification: Notification): Promise<void> {
  await tx.query`
    INSERT INTO notifications (${notificationColumns})
    VALUES (${notification.id}, ${notification.userId}, ${notification.position}, ${notification.type},
      ${notification.title}, ${notification.body}, ${JSON.stringify(notification.data)}, ${notification.createdAt},
      ${notification.readAt})`
}

/** Removes all but the newest `max` notifications of a user. The types in `apart` are neither counted nor removed. */
export async function removeOldest(
  tx: Sql,
  { userId, max, apart }: { userId: string; max: number; apart: ReadonlySet<string> },
): Promise<void> {
  // Types contain no spaces. A type is in the list when the text contains it with a space on each side, a test that both engines
  // understand.
  const listed = ` ${[...apart].join(' ')} `
  await tx.query`
    DELETE FROM notifications
    WHERE user_id = ${userId} AND REPLACE(${listed}, ' ' || type || ' ', '') = ${listed} AND position <= (
      SELECT position FROM notifications
      WHERE user_id = ${userId} AND REPLACE(${listed}, ' ' || type || ' ', '') = ${listed}
      ORDER BY position DESC LIMIT 1 OFFSET ${max})`
}

/** Removes a user's notifications of one type, except the oldest `max` and the newest `max`. */
export async function removeMiddle(
  tx: Sql,
  { userId, type, max }: { userId: string; type: string; max: number },
): Promise<void> {
  await tx.query`
    DELETE FROM notifications
    WHERE user_id = ${userId} AND type = ${type} AND position <= (
      SELECT position FROM notifications WHERE user_id = ${userId} AND type = ${type}
      ORDER BY position DESC LIMIT 1 OFFSET ${max})
    AND position > (
      SELECT position FROM notifications WHERE user_id = ${userId} AND type = ${type}
      ORDER BY position LIMIT 1 OFFSET ${max - 1})`
}

/** Returns a user's latest position and number of unread notifications. */
export async function findState(
  db: Sql,
  userId: string,
): Promise<{ position: number; unread: number } | undefined> {
  const [row] = await db.query<{ position: number; unread: number }>`
    SELECT last_notification AS position,
      (SELECT COUNT(*) FROM notifications WHERE user_id = users.id AND read_at IS NULL) AS unread
    FROM users WHERE id = ${userId}`
  return row
}

/** Finds one page of the notifications before a position, newest first. */
export async function findNotificationsPage(
  db: Sql,
  { userId, before, limit, isUnread }: { userId: string; before: number; limit: number; isUnread: boolean },
): Promise<Notification[]> {
  const rows = await db.query<NotificationRow>`
    SELECT ${notificationColumns} FROM notifications
    WHERE user_id = ${userId} AND position < ${before}${isUnread ? sql` AND read_at IS NULL` : sql``}
    ORDER BY position DESC LIMIT ${limit}`
  return rows.map(toNotification)
}

/** Finds the notifications after a position, in order. */
export async function findNotificationsAfter(
  db: Sql,
  { userId, position }: { userId: string; position: number },
  limit: number,
): Promise<Notification[]> {
  const rows = await db.query<NotificationRow>`
    SELECT ${notificationColumns} FROM notifications
    WHERE user_id = ${userId} AND position > ${position} ORDER BY position LIMIT ${limit}`
  return rows.map(toNotification)
}

/**
 * Marks a notification as read or unread. When it is read already, the first time stays. Returns undefined when the user has no
 * such notification.
 */
export async function markNotification(
  db: Sql,
  { id, userId, readAt }: { id: string; userId: string; readAt: number | null },
): Promise<Notification | undefined> {
  const [row] = await db.query<NotificationRow>`
    UPDATE notifications SET read_at = CASE WHEN CAST(${readAt} AS BIGINT) IS NULL THEN NULL ELSE COALESCE(read_at, ${readAt}) END
    WHERE id = ${id} AND user_id = ${userId}
    RETURNING ${notificationColumns}`
  return row && toNotification(row)
}

/** Marks all notifications as read and returns how many were unread. */
export async function markAllRead(db: Sql, userId: string, at: number): Promise<number> {
  const marked = await db.query`
    UPDATE notifications SET read_at = ${at} WHERE user_id = ${userId} AND read_at IS NULL RETURNING id`
  return marked.length
}

/** Returns the type of a notification; undefined when the user has no such notification. */
export async function findNotificationType(
  db: Sql,
  { id, userId }: { id: string; userId: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ type: string }>`
    SELECT type FROM notifications WHERE id = ${id} AND user_id = ${userId}`
  return row?.type
}

/** Deletes a notification. Returns false when the user has no such notification. */
export async function removeNotification(db: Sql, id: string, userId: string): Promise<boolean> {
  const removed =
    await db.query`DELETE FROM notifications WHERE id = ${id} AND user_id = ${userId} RETURNING id`
  return removed.length > 0
}

export async function deleteUserNotifications(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM notifications WHERE user_id = ${userId}`
}

/** The time for which a notification is stored: 90 days. */
export const notificationRetentionMs = 90 * 24 * 60 * 60 * 1000

export const expiredNotifications = expiring({
  table: sql`notifications`,
  key: sql`id`,
  column: sql`created_at`,
  keptMs: notificationRetentionMs,
})
