import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { NotificationResource } from '#contract/notifications.ts'
import { toRfc3339 } from '#runtime/clock.ts'

export interface Notification {
  id: string
  userId: string
  /** Its place among those of its user; a stream goes on from it. */
  position: number
  type: string
  title: string
  body: string | null
  data: Record<string, unknown>
  createdAt: number
  readAt: number | null
}

export const toNotificationResource = (notification: Notification): NotificationResource => ({
  id: notification.id,
  user_id: notification.userId,
  type: notification.type,
  title: notification.title,
  body: notification.body,
  data: notification.data,
  created_at: toRfc3339(notification.createdAt),
  read_at: notification.readAt === null ? null : toRfc3339(notification.readAt),
})

/** A machine is nobody: it notifies, and is not notified. */
export function ownerOf(caller: Caller): string {
  if (caller.userId === undefined) throw new Failure('forbidden')
  return caller.userId
}

/** A position as it was given out, in a cursor or as the id of an event; `absent` where there is none. */
export function readPosition(text: string | undefined, pointer: string, absent: number): number {
  if (text === undefined) return absent
  if (/^\d{1,16}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  const errors = [{ pointer, code: 'invalid_format', detail: 'This is no position of ours.' }]
  throw new Failure('invalid_request', { errors })
}

/** Counted as stored, as metadata is. */
export function checkData(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) <= 4 * 1024) return
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/data', code: 'too_long', detail: 'The data is larger than 4 KiB.' }],
  })
}
