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

/**
 * A reading of a user's latest position. Every notification that was committed before the reading began is at `position` or
 * before.
 */
export interface Reading {
  at: number
  /** The start of the reading on the monotonic clock of this process. */
  startedAt: number
  position: number
}

/** A watcher is one stream of a user's notifications. */
export interface Watcher extends Follower {
  /** Returns the latest reading of its user's position; undefined before the first since it joined. */
  reading(): Reading | undefined
}

export interface NotificationFeed {
  /**
   * Adds a watcher until the signal is aborted.
   * @throws {Failure} `forbidden` for a machine, which has no notifications; `streams_limited`, `overloaded`
   */
  join(client: Caller, signal: AbortSignal): Watcher
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
/** Pages are read four at a time: many streams may wake at once, and must leave most of the connection pool to requests. */
const pages = { keys: 4, calls: 1, waiting: maxStreams }

/**
 * Creates the feed that all notification streams of this process share. While there is a stream, it polls the latest position of
 * each watched user; on PostgreSQL these look-ups share a query.
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
        // A deleted user gets no more notifications. Their streams are closed when access is checked again.
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
        // A reading that began before the watcher joined is hidden: it may not include a position that another node gave out.
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
