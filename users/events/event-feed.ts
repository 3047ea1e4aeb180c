import { Failure } from '#contract/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { createFollowers, type Followers } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import type { EventFilter } from './event.ts'
import { findEnd, findEvents } from './event-store.ts'

/** A reading is the position at which the event log ended at a time. */
export interface Reading {
  at: number
  /** The time of the reading on the monotonic clock of this process. */
  startedAt: number
  position: number
}

export interface EventFeed {
  join: Followers['join']
  /** Returns the latest reading; undefined before the first. */
  reading(): Reading | undefined
  findAfter(place: Place): Promise<LoggedEvent[]>
  countSent(): void
  counts(): { open: number; sent: number }
  stop(): Promise<void>
}

interface Place {
  filter: EventFilter
  after: number
  upTo: number
}

/** The limit on event streams in this process. They are for programs, of which there are few. */
const maxStreams = 100
const pollMs = 200
const pageRows = 100
/** Pages are read four at a time: all streams wake at once, and must leave most of the connection pool to requests. */
const pages = { keys: 4, calls: 1, waiting: maxStreams }

/** Creates the feed that all event streams of this process share. While there is a stream, it polls the end of the event log. */
export function createEventFeed({ db, clock, log }: { db: Database; clock: Clock; log: Log }): EventFeed {
  const followers = createFollowers({ clock, maxStreams })
  let reading: Reading | undefined
  let sent = 0

  const failed = 'the position of events could not be read'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: () => followers.count() > 0 }, async () => {
    const begun = { at: clock.now(), startedAt: performance.now() }
    reading = { ...begun, position: await findEnd(db) }
    followers.wakeAll()
    return false
  })

  return {
    join(client, signal) {
      const follower = followers.join(client, signal)
      loop.wake()
      return follower
    },
    reading: () => reading,
    findAfter: batch(
      pages,
      (places: Place[]) =>
        Promise.allSettled(
          places.map(({ filter, ...stretch }) => findEvents(db, filter, { ...stretch, limit: pageRows })),
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

export const eventStreamsMetric = (feed: EventFeed): Metric => ({
  name: 'latchkey_event_streams',
  help: 'Streams of events that are open, and events that were sent on streams.',
  label: 'what',
  read: async () => new Map(Object.entries(feed.counts())),
})
