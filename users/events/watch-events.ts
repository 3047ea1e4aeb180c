import type { Caller } from '#contract/endpoint.ts'
import type { LoggedEvent } from '#runtime/events/event-log.ts'
import type { Follower } from '#runtime/events/followers.ts'
import { type EventFilter, readPosition } from './event.ts'
import type { EventFeed, Reading } from './event-feed.ts'

export type EventNews = { position: string } & ({ event: LoggedEvent } | { heartbeatAt: number })

const heartbeatMs = 5_000

/**
 * The events behind the position `after`, or from now on without one, each once and in their order, and a heartbeat every
 * few seconds while the database can be read; until the signal is aborted.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, for a newer stream)
 */
export function watchEvents(
  feed: EventFeed,
  input: {
    /** Undefined for the command line. */
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
  // One that a database gave which is gone: positions only grow, so that whatever comes is after this end too.
  let position = Math.min(after ?? first.position, first.position)
  let dueAt = first.startedAt
  while (follower.isOpen()) {
    // Before the page: what comes in between belongs to the next one.
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
    // Nothing up to there was asked for.
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      dueAt = reading.startedAt + heartbeatMs
      yield { position: `${position}`, heartbeatAt: reading.at }
    } else await follower.nextReading()
  }
}

/** One that began now or later: an older one may not know of a position that another node gave out. */
async function firstReading(feed: EventFeed, follower: Follower): Promise<Reading | undefined> {
  const joinedAt = performance.now()
  while (follower.isOpen()) {
    const reading = feed.reading()
    if (reading && reading.startedAt >= joinedAt) return reading
    await follower.nextReading()
  }
  return undefined
}
