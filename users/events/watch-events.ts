import type { Caller } from '#contract/declaration/endpoint.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { followFeed, type News, type Reading, readPosition } from '#runtime/events/follow-feed.ts'
import type { EventFilter } from './event.ts'
import type { EventFeed } from './event-feed.ts'

export type EventNews = News<LoggedEvent, Reading>

/**
 * Streams the events after the position `after`, or from now on if it is absent, each once and in order, until the signal is
 * aborted. A heartbeat follows every few seconds while the database can be read.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, when a newer stream of the same client takes
 * the place of this one)
 */
export function watchEvents(
  feed: EventFeed,
  input: {
    /** The caller is undefined for the command line. */
    caller: Caller | undefined
    filter: EventFilter
    after: string | undefined
    signal: AbortSignal
  },
): AsyncIterable<EventNews> {
  const { filter } = input
  const after = readPosition(input.after, '/after')
  return followFeed({
    follower: feed.join(input.caller, input.signal),
    heartbeatMs: 5_000,
    reading: feed.reading,
    // A position beyond the last event comes from a database whose last events were lost. The stream starts at the last event
    // then. New events get positions above that, so the stream misses none.
    startAfter: (first) => Math.min(after ?? first.position, first.position),
    findAfter: async (position, { position: upTo }) =>
      position < upTo ? feed.findAfter({ filter, after: position, upTo }) : [],
  })
}
