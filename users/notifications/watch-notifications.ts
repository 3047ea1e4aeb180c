import type { Caller } from '#contract/endpoint.ts'
import { type Notification, ownerOf, readPosition } from './notification.ts'
import type { NotificationFeed, Reading, Watcher } from './notification-feed.ts'

/** With a heartbeat, all that was created before `heartbeatAt` has been sent. */
export type NotificationNews = { position: string } & (
  | { notification: Notification }
  | { heartbeatAt: number }
)

const heartbeatMs = 5_000

/**
 * The user's notifications behind the position `after`, or from now on without one, each once and in their order, and a
 * heartbeat every few seconds while the database can be read; until the signal is aborted.
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
    // Before the page: what comes in between belongs to the next one.
    const reading = watcher.reading() ?? first
    const page = position < reading.position ? await feed.findAfter({ userId, position }) : []
    for (const notification of page) {
      position = notification.position
      feed.countSent()
      yield { position: `${position}`, notification }
      if (!watcher.isOpen()) return
    }
    if (page.length > 0) continue
    // What was deleted meanwhile, or its user did not want, has left a gap.
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      dueAt = reading.startedAt + heartbeatMs
      yield { position: `${position}`, heartbeatAt: reading.at }
    } else await watcher.nextReading()
  }
}

/** A position that was never given is of a database that is gone: whatever it stood for, all is sent. */
function startOf(after: number, first: Reading): number {
  if (after === Number.POSITIVE_INFINITY) return first.position
  return after > first.position ? 0 : after
}

/** Undefined when the stream is over before it came. */
async function firstReading(watcher: Watcher): Promise<Reading | undefined> {
  while (watcher.isOpen()) {
    const reading = watcher.reading()
    if (reading) return reading
    await watcher.nextReading()
  }
  return undefined
}
