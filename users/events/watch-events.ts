import type { Caller } from '#contract/endpoint.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import type { Follower } from '#runtime/events/followers.ts'
import { type EventFilter, readPosition } from './event.ts'
import type { EventFeed, Reading } from './event-feed.ts'

export type EventNews = { position: string } & ({ event: LoggedEvent } | { heartbeatAt: number })

const heartbeatMs = 5_000

/**
 * Streams the events after the position `after`, or from now on without one, each once and in order, until the signal is aborted.
 * A heartbeat follows every few seconds while the database can be read.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, for a newer stream)
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
  return follow(feed, { filter, after, follower: feed.join(input.caller, input.signal) })
}

async function* follow(
  feed: EventFeed,
  { filter, after, follower }: { filter: EventFilter; after: number | undefined; follower: Follower },
): AsyncGenerator<EventNews> {
  const first = await firstReading(feed, follower)
  if (!first) return
  // A position beyond the end comes from a database that was lost. New positions are always higher than this end, so the stream
  // misses nothing.
  let position = Math.min(after ?? first.position, first.position)
  let dueAt = first.startedAt
  while (follower.isOpen()) {
    // The reading is taken before the page: events that are added in between belong to the next page.
    const reading = feed.reading() ?? first
    const isBehind = position < reading.position
    const page = isBehind ? await feed.findAfter({ filter, after: position, upTo: reading.position }) : []
    for (const event of page) {
      position = event.position
      feed.countSent()
      yield { position: `${position}`, event }
      if (!follower.isOpen()) return
    }
    if (page.length > 0) continue
    // No other event up to the reading matches the filter, so the position moves on.
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      dueAt = reading.startedAt + heartbeatMs
      yield { position: `${position}`, heartbeatAt: reading.at }
    } else await follower.nextReading()
  }
}

/**
 * Waits for a reading that began after the stream joined. An older one may not include a position that another node has given out
 * since.
 */
async function firstReading(feed: EventFeed, follower: Follower): Promise<Reading | undefined> {
  const joinedAt = performance.now()
  while (follower.isOpen()) {
    const reading = feed.reading()
    if (reading && reading.startedAt >= joinedAt) return reading
    await follower.nextReading()
  }
  return undefined
}
