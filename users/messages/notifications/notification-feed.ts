import type { Caller } from '#contract/declaration/endpoint.ts'
import { batch } from '#runtime/batch.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Reading } from '#runtime/events/follow-feed.ts'
import { createFollowers, type Follower, type Followers } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import type { Log } from '#runtime/log/log.ts'
import { findNotificationPosition } from '../../core/user-store.ts'
import { nameUsers } from './name-users.ts'
import { type Notification, ownerOf } from './notification.ts'
import { findNotificationsAfter } from './notification-store.ts'

export interface NotificationFeed extends Pick<Followers, 'counts'> {
  /**
   * Adds a stream of a user's notifications until the signal is aborted.
   * @throws {Failure} `forbidden` for a machine, which has no notifications; `streams_limited`, `overloaded`
   */
  join(client: Caller, signal: AbortSignal): Follower
  /**
   * Returns what the latest poll found: the position (number) of the user's last notification. Undefined before the first poll.
   */
  reading(userId: string): Reading | undefined
  findAfter(start: PageStart): Promise<Notification[]>
  stop(): Promise<void>
}

interface PageStart {
  userId: string
  position: number
}

const maxStreams = 1_000
const pollMs = 250
const pageRows = 100
/**
 * Pages are read four at a time: many streams may wake at the same time, and must leave most of the
 * connection pool to requests.
 */
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

  const failed = 'cannot read the positions of notifications'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: followers.isWatched }, async () => {
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
        const position = (await findNotificationPosition(db, userId)) ?? 0
        readings.set(userId, { ...begun, position })
        followers.wake(userId)
      }),
    )
  }

  return {
    join(client, signal) {
      ownerOf(client)
      const follower = followers.join(client, signal)
      loop.wake()
      return follower
    },
    reading: (userId) => readings.get(userId),
    findAfter: batch(
      pages,
      (starts: PageStart[]) =>
        Promise.allSettled(
          starts.map(async (start) => nameUsers(db, await findNotificationsAfter(db, start, pageRows))),
        ),
      () => overloaded('stream_reads', 5),
    ),
    counts: followers.counts,
    stop: loop.stop,
  }
}
