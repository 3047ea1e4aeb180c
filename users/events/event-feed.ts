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

/** Where the order of all events ended at that time. */
export interface Reading {
  at: number
  /** On the clock of this process, which nobody sets back. */
  startedAt: number
  position: number
}

export interface EventFeed {
  join: Followers['join']
  /** The last; undefined before the first. */
  reading(): Reading | undefined
  /** A page of what comes after a position. */
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

/** They are for programs, of which there are few. */
const maxStreams = 100
const pollMs = 200
const pageRows = 100
/** All streams wake at once: they leave the most of the connections to others. */
const pages = { keys: 4, calls: 1, waiting: maxStreams }

/** One for the process, however many watch. While somebody does, it asks a few times a second where the order ends. */
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
