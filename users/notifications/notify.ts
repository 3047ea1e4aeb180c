import type { NotificationChannel } from '#contract/notifications.ts'
import type { Sql } from '#runtime/database/database.ts'
import { newId } from '#runtime/ids.ts'
import { takeNotificationPlace } from '../core/user-store.ts'
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
  /** Where its user wants it. */
  channels: NotificationChannel[]
}

const maxKept = 1_000
/** As many of the oldest and as many of the newest of each type that is always on. */
const maxAlwaysOn = 100

/** In the transaction of what the user is told about, so that they are told exactly when it happened. */
export async function notify(tx: Sql, input: NewNotification, now: number): Promise<void> {
  const composed = await compose(tx, input, now)
  if (composed) await keep(tx, composed)
}

/** Locks the user's row; undefined where there is no such user. */
export async function compose(tx: Sql, input: NewNotification, now: number): Promise<Composed | undefined> {
  const place = await takeNotificationPlace(tx, input.userId, positionAt(now))
  if (!place) return undefined
  const notification: Notification = {
    id: newId(now),
    userId: input.userId,
    position: place.position,
    type: input.type,
    title: input.title,
    body: input.body ?? null,
    data: input.data ?? {},
    createdAt: now,
    readAt: null,
  }
  return { notification, channels: wantedChannels(place.preferences, input.type) }
}

/**
 * Removes what there is too much of. What is always on is counted by its type, apart from all else, and the oldest of it stays:
 * whoever got into an account would push the notice of it out with others.
 */
export async function keep(tx: Sql, { notification, channels }: Composed): Promise<void> {
  if (!channels.includes('in_app')) return
  await insertNotification(tx, notification)
  const { userId, type } = notification
  if (alwaysOn.has(type)) await removeMiddle(tx, { userId, type, max: maxAlwaysOn })
  else await removeOldest(tx, { userId, max: maxKept, apart: alwaysOn })
}

/**
 * Positions are no lower than the time at which they are given, in microseconds, so that none is given twice also when
 * the database lost its last commits: a standby that took over, or a backup.
 */
const positionAt = (epochMs: number): number => epochMs * 1_000
