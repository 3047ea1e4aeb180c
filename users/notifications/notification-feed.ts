import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { createFollowers, type Follower } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import { findNotificationPlace } from '../core/user-store.ts'
import { nameUsers } from './name-users.ts'
import { type Notification, ownerOf } from './notification.ts'
import { findNotificationsAfter } from './notification-store.ts'

/** What was there when it began: all of the user's notifications that were committed before are at most at `position`. */
export interface Reading {
  at: number
  /** On the clock of this process, which nobody sets back. */
  startedAt: number
  position: number
}

/** One stream of a user's notifications. */
export interface Watcher extends Follower {
  /** The last reading of its user's position; undefined before the first since it joined. */
  reading(): Reading | undefined
}

export interface NotificationFeed {
  /**
   * Until the signal is aborted.
   * @throws {Failure} `forbidden` for a machine, which has no notifications; `streams_limited`, `overloaded`
   */
  join(client: Caller, signal: AbortSignal): Watcher
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

const maxStreams = 1_000
const pollMs = 250
const pageRows = 100
/** Many streams may wake at once: they leave the most of the connections to others. */
const pages = { keys: 4, calls: 1, waiting: maxStreams }

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
  const followers = createFollowers({ clock, maxStreams })
  let readings = new Map<string, Reading>()
  let sent = 0

  const failed = 'the positions of notifications could not be read'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: () => followers.count() > 0 }, async () => {
    await readAll()
    return false
  })

  async function readAll(): Promise<void> {
    const begun = { at: clock.now(), startedAt: performance.now() }
    const userIds = followers.clientIds()
    const watched = new Set(userIds)
    readings = new Map([...readings].filter(([userId]) => watched.has(userId)))
    await Promise.all(
      userIds.map(async (userId) => {
        // Of a user who was deleted nothing comes any more; whoever watches is cut when it is let in no longer.
        const position = (await findNotificationPlace(db, userId)) ?? 0
        readings.set(userId, { ...begun, position })
        followers.wake(userId)
      }),
    )
  }

  return {
    join(client, signal) {
      const userId = ownerOf(client)
      const follower = followers.join(client, signal)
      const joinedAt = performance.now()
      loop.wake()
      return {
        ...follower,
        // One that began before may not know of a position that another node gave out.
        reading() {
          const reading = readings.get(userId)
          return reading && reading.startedAt >= joinedAt ? reading : undefined
        },
      }
    },
    findAfter: batch(
      pages,
      (places: Place[]) =>
        Promise.allSettled(
          places.map(async (place) => nameUsers(db, await findNotificationsAfter(db, place, pageRows))),
        ),
      () => new Failure('overloaded', { retryAfterSeconds: 5 }),
    ),
    countSent() {
      sent++
    },
    counts: () => ({ open: followers.count(), sent }),
    stop: loop.stop,
  }
}

export const notificationStreamsMetric = (feed: NotificationFeed): Metric => ({
  name: 'latchkey_notification_streams',
  help: 'Streams of notifications that are open, and notifications that were sent on streams.',
  label: 'what',
  read: async () => new Map(Object.entries(feed.counts())),
})
