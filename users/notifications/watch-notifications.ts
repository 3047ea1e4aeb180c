import type { Caller } from '#contract/endpoint.ts'
import { type Notification, ownerOf, readPosition } from './notification.ts'
import type { NotificationFeed, Reading, Watcher } from './notification-feed.ts'

/** A message on a stream. A heartbeat says that all notifications that were created before `heartbeatAt` have been sent. */
export type NotificationNews = { position: string } & (
  | { notification: Notification }
  | { heartbeatAt: number }
)

const heartbeatMs = 5_000

/**
 * Streams a user's notifications after the position `after`, or from now on without one, each once and in order, until the signal
 * is aborted. A heartbeat follows every few seconds while the database can be read.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, for a newer stream)
 */
export function watchNotifications(
  feed: NotificationFeed,
  input: { caller: Caller; after: string | undefined; signal: AbortSignal },
): AsyncIterable<NotificationNews> {
  const { caller, signal } = input
  const userId = ownerOf(caller)
  const after = readPosition(input.after, '/after', Number.POSITIVE_INFINITY)
  return follow(feed, { userId, after, watcher: feed.join(caller, signal) })
}

async function* follow(
  feed: NotificationFeed,
  { userId, after, watcher }: { userId: string; after: number; watcher: Watcher },
): AsyncGenerator<NotificationNews> {
  const first = await firstReading(watcher)
  if (!first) return
  let position = startOf(after, first)
  let dueAt = first.startedAt
  while (watcher.isOpen()) {
    // The reading is taken before the page: notifications that are created in between belong to the next page.
    const reading = watcher.reading() ?? first
    const page = position < reading.position ? await feed.findAfter({ userId, position }) : []
    for (const notification of page) {
      position = notification.position
      feed.countSent()
      yield { position: `${position}`, notification }
      if (!watcher.isOpen()) return
    }
    if (page.length > 0) continue
    // Positions may have gaps, of notifications that were deleted or that the user did not want in the app.
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      dueAt = reading.startedAt + heartbeatMs
      yield { position: `${position}`, heartbeatAt: reading.at }
    } else await watcher.nextReading()
  }
}

/**
 * Returns the position at which a stream starts. A position beyond the latest one comes from a database that was lost, so that
 * all notifications are sent.
 */
function startOf(after: number, first: Reading): number {
  if (after === Number.POSITIVE_INFINITY) return first.position
  return after > first.position ? 0 : after
}

/** Waits for the first reading. Returns undefined when the stream is closed before. */
async function firstReading(watcher: Watcher): Promise<Reading | undefined> {
  while (watcher.isOpen()) {
    const reading = watcher.reading()
    if (reading) return reading
    await watcher.nextReading()
  }
  return undefined
}
