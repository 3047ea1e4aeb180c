import { Failure } from '#contract/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import { watchedLoop } from '#runtime/watched-loop.ts'
import { findNotificationPlace } from '../user-store.ts'
import type { Notification } from './notification.ts'
import { findNotificationsAfter } from './notification-store.ts'

/** What was there when it began: all of the user's notifications that were committed before are at most at `position`. */
export interface Reading {
  at: number
  /** On the clock of this process, which nobody sets back. */
  startedAt: number
  position: number
}

/** One stream's part in the feed. */
export interface Watcher {
  /** The last of its user; undefined before the first. */
  reading(): Reading | undefined
  /** Resolves after the next reading, or when the stream is over. */
  nextReading(): Promise<void>
}

export interface NotificationFeed {
  /**
   * Until the signal is aborted.
   * @throws {Failure} `overloaded`
   */
  join(userId: string, signal: AbortSignal): Watcher
  /** A page of what the user has behind a position. */
  findAfter(place: Place): Promise<Notification[]>
  countSent(): void
  counts(): { open: number; sent: number }
  stop(): Promise<void>
}

interface Place {
  userId: string
  position: number
}

interface Watched {
  userId: string
  reading: Reading | undefined
  wake(): void
}

const mostStreams = 1_000
const pollMs = 250
const pageRows = 100
/** Many streams may wake at once: they leave the most of the connections to others. */
const pages = { keys: 4, calls: 1, waiting: mostStreams }

/**
 * One for the process, however many watch. A few times a second it asks where the order of each watched user's
 * notifications ends; on PostgreSQL these look-ups share a query. With nobody watching it asks nothing.
 */
export function createNotificationFeed({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Log
}): NotificationFeed {
  const watchers = new Set<Watched>()
  let sent = 0

  const failed = 'the positions of notifications could not be read'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: () => watchers.size > 0 }, async () => {
    await readAll()
    return false
  })

  async function readAll(): Promise<void> {
    const begun = { at: clock.now(), startedAt: performance.now() }
    const byUser = Map.groupBy(watchers, ({ userId }) => userId)
    await Promise.all(
      [...byUser].map(async ([userId, ofUser]) => {
        // Of a user who was deleted nothing comes any more; whoever watches is cut when it is let in no longer.
        const position = (await findNotificationPlace(db, userId)) ?? 0
        for (const watched of ofUser) {
          watched.reading = { ...begun, position }
          watched.wake()
        }
      }),
    )
  }

  return {
    join(userId, signal) {
      if (watchers.size >= mostStreams) throw new Failure('overloaded', { retryAfterSeconds: 5 })
      const watched: Watched = { userId, reading: undefined, wake: () => {} }
      const leave = () => {
        watchers.delete(watched)
        watched.wake()
      }
      watchers.add(watched)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      loop.wake()
      return {
        reading: () => watched.reading,
        nextReading: () =>
          new Promise((resolve) => {
            if (signal.aborted) return resolve()
            watched.wake = resolve
          }),
      }
    },
    findAfter: batch(
      pages,
      (places: Place[]) =>
        Promise.allSettled(places.map((place) => findNotificationsAfter(db, place, pageRows))),
      () => new Failure('overloaded', { retryAfterSeconds: 5 }),
    ),
    countSent() {
      sent++
    },
    counts: () => ({ open: watchers.size, sent }),
    stop: loop.stop,
  }
}

export const notificationStreamsMetric = (feed: NotificationFeed): Metric => ({
  name: 'latchkey_notification_streams',
  help: 'Streams of notifications that are open, and notifications that were sent on streams.',
  label: 'what',
  read: async () => new Map(Object.entries(feed.counts())),
})
