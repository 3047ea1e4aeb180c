import type { Caller } from '#contract/declaration/endpoint.ts'
import { followFeed, type News, type Reading, readPosition } from '#runtime/events/follow-feed.ts'
import { type Notification, ownerOf } from './notification.ts'
import type { NotificationFeed } from './notification-feed.ts'

export type NotificationNews = News<Notification, Reading>

/**
 * Streams a user's notifications after the position `after`, or from now on if it is absent, each once and in
 * order, until the signal is aborted. A heartbeat follows every few seconds while the database can be read:
 * all notifications that were created before it have been sent.
 * @throws {Failure} `invalid_request`, `forbidden`, `overloaded`, `streams_limited` (also later, for a newer
 * stream)
 */
export function watchNotifications(
  feed: NotificationFeed,
  input: { caller: Caller; after: string | undefined; signal: AbortSignal },
): AsyncIterable<NotificationNews> {
  const { caller, signal } = input
  const userId = ownerOf(caller)
  const after = readPosition(input.after, '/after')
  return followFeed({
    follower: feed.join(caller, signal),
    heartbeatMs: 5_000,
    reading: () => feed.reading(userId),
    startAfter(first) {
      // A position beyond the user's last notification comes from a database whose last commits were lost. All notifications are
      // sent then.
      return after !== undefined && after > first.position ? 0 : (after ?? first.position)
    },
    // Positions may have gaps, because a notification was deleted or the user did not want it in the app.
    findAfter: async (position, reading) =>
      position < reading.position ? feed.findAfter({ userId, position }) : [],
  })
}
