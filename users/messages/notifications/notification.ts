import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { NotificationResource } from '#contract/users/notifications.ts'
import { toRfc3339 } from '#runtime/clock.ts'

export interface Notification {
  id: string
  userId: string
  /** The position orders a user's notifications. A stream resumes after it. */
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

/** Returns the user who calls. API keys are refused, because machines have no notifications. */
export function ownerOf(caller: Caller): string {
  if (caller.userId === undefined) throw new Failure('forbidden')
  return caller.userId
}

/** Limits the data of a notification to 4 KiB. It is measured in the stored form, as the metadata of users is. */
export function checkData(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) <= 4 * 1024) return
  throw new Failure('invalid_request', {
    errors: [{ pointer: '/data', code: 'too_long', detail: 'The data is larger than 4 KiB.' }],
  })
}
