import type { NotificationChannel } from '#contract/users/notifications.ts'
import type { Sql } from '#runtime/database/database.ts'
import { newId } from '#runtime/ids.ts'
import { takeNotificationPosition } from '../../core/user-store.ts'
import type { Notification } from './notification.ts'
import { insertNotification, removeMiddle, removeOldest } from './notification-store.ts'
import { alwaysOn, wantedChannels } from './preferences.ts'

export interface NewNotification {
  userId: string
  type: string
  title: string
  body?: string | undefined
  data?: Record<string, unknown> | undefined
}

export interface Composed {
  notification: Notification
  channels: NotificationChannel[]
}

const maxKept = 1_000
/** The number of security notices of one type that are kept: this many of the oldest and this many of the newest. */
const maxAlwaysOn = 100

/**
 * Notifies a user, in the transaction of the change, so that the notification exists exactly when the change
 * is committed.
 */
export async function notify(tx: Sql, input: NewNotification, now: number): Promise<void> {
  const composed = await compose(tx, input, now)
  if (composed) await keep(tx, composed)
}

/** Makes a notification without storing it, and locks the user's row. Returns undefined when there is no such user. */
export async function compose(tx: Sql, input: NewNotification, now: number): Promise<Composed | undefined> {
  const taken = await takeNotificationPosition(tx, input.userId, positionAt(now))
  if (!taken) return undefined
  const notification: Notification = {
    id: newId(now),
    userId: input.userId,
    position: taken.position,
    type: input.type,
    title: input.title,
    body: input.body ?? null,
    data: input.data ?? {},
    createdAt: now,
    readAt: null,
  }
  return { notification, channels: wantedChannels(taken.preferences, input.type) }
}

/**
 * Stores a notification and removes old ones beyond the limit. Security notices are counted by type, and the oldest stay:
 * otherwise a thief could displace the notice of the theft with newer ones.
 */
export async function keep(tx: Sql, { notification, channels }: Composed): Promise<void> {
  if (!channels.includes('in_app')) return
  await insertNotification(tx, notification)
  const { userId, type } = notification
  if (alwaysOn.has(type)) await removeMiddle(tx, { userId, type, max: maxAlwaysOn })
  else await removeOldest(tx, { userId, max: maxKept, apart: alwaysOn })
}

/**
 * Returns the lowest position (number) that a notification may get at this time: the time in microseconds. So no position is
 * given out twice, even if the database lost its last commits by a failover or a restored backup.
 */
const positionAt = (epochMs: number): number => epochMs * 1_000
