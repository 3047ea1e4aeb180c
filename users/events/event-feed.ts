import { batch } from '#runtime/batch.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import type { Reading } from '#runtime/events/follow-feed.ts'
import { createFollowers, type Followers } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import type { Log } from '#runtime/log/log.ts'
import type { EventFilter } from './event.ts'
import { findEnd, findEvents } from './event-store.ts'

export interface EventFeed extends Pick<Followers, 'join' | 'counts'> {
  /**
   * Returns what the latest poll found: the position (number) of the last event in the event log. Returns undefined before the
   * first poll.
   */
  reading(): Reading | undefined
  findAfter(stretch: FilteredStretch): Promise<LoggedEvent[]>
  stop(): Promise<void>
}

interface FilteredStretch {
  filter: EventFilter
  after: number
  upTo: number
}

/** The limit on event streams in this process. Event streams are for programs, of which there are few. */
const maxStreams = 100
const pollMs = 200
const pageRows = 100
/**
 * Four pages of events are read at a time: a new event wakes all streams, and they must leave most of the connection pool to
 * requests.
 */
const pages = { keys: 4, calls: 1, waiting: maxStreams }

/**
 * Creates the feed, which all event streams of this process share. While there is a stream, it polls the position of the last
 * event in the event log.
 */
export function createEventFeed({ db, clock, log }: { db: Database; clock: Clock; log: Log }): EventFeed {
  const followers = createFollowers({ clock, maxStreams })
  let reading: Reading | undefined

  const failed = 'cannot read the position of events'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: followers.isWatched }, async () => {
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
      (stretches: FilteredStretch[]) =>
        Promise.allSettled(
          stretches.map(({ filter, ...stretch }) => findEvents(db, filter, { ...stretch, limit: pageRows })),
        ),
      () => overloaded('stream_reads', 5),
    ),
    counts: followers.counts,
    stop: loop.stop,
  }
}
