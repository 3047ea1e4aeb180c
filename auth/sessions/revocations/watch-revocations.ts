import type { Caller } from '#contract/declaration/endpoint.ts'
import type { Clock } from '#runtime/clock.ts'
import { followFeed, type News, readPosition } from '#runtime/events/follow-feed.ts'
import type { RevocationFeed, RevocationReading } from './revocation-feed.ts'
import type { Revocation } from './revocation-store.ts'

export type RevocationNews = News<Revocation, RevocationReading>

export interface Revocations {
  feed: RevocationFeed
  clock: Clock
}

/**
 * Streams the ended sessions whose access tokens may be valid, then each session as it ends, and a heartbeat every second while
 * the database can be read. It continues after the position `after`, and ends when the signal is aborted. A heartbeat says that
 * every session that ended before it, and whose tokens may be valid, has been sent on this stream.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, for a newer stream)
 */
export function watchRevocations(
  { feed, clock }: Revocations,
  input: {
    /** The caller; undefined when the user service calls. */
    caller: Caller | undefined
    after: string | undefined
    signal: AbortSignal
  },
): AsyncIterable<RevocationNews> {
  const after = readPosition(input.after, '/after') ?? 0
  return followFeed({
    follower: feed.join(input.caller, input.signal),
    heartbeatMs: 1_000,
    reading: feed.reading,
    // A position above the highest one comes from a database whose last commits were lost, so the stream sends everything.
    startAfter: (first) => (after > first.position ? 0 : after),
    findAfter: feed.findAfter,
    isSent: (revocation) => feed.forgetAt(revocation) > clock.now(),
  })
}
