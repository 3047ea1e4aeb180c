import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Follower } from '#runtime/events/followers.ts'
import type { RevocationFeed } from './revocation-feed.ts'
import type { Revocation } from './revocation-store.ts'

/** A heartbeat says that every session that ended before `at`, and whose tokens may be valid, has been sent on this stream. */
interface Heartbeat {
  at: number
  keySetVersion: number
}

export type RevocationNews = { position: string } & (
  | { ended: Omit<Revocation, 'position'> & { forgetAt: number } }
  | { heartbeat: Heartbeat }
)

const heartbeatMs = 1_000

export interface Revocations {
  feed: RevocationFeed
  clock: Clock
}

/**
 * Streams the ended sessions whose access tokens may be valid, then each session as it ends, and a heartbeat every second while
 * the database can be read. It continues after the position `after`, and ends when the signal is aborted.
 * @throws {Failure} `invalid_request`, `overloaded`, `streams_limited` (also later, for a newer stream)
 */
export function watchRevocations(
  { feed, clock }: Revocations,
  input: {
    /** The caller; undefined when the other service calls. */
    caller: Caller | undefined
    after: string | undefined
    signal: AbortSignal
  },
): AsyncIterable<RevocationNews> {
  const after = readPosition(input.after)
  return follow({ feed, now: clock.now, after, follower: feed.join(input.caller, input.signal) })
}

async function* follow({
  feed,
  now,
  after,
  follower,
}: {
  feed: RevocationFeed
  now(): number
  after: number
  follower: Follower
}): AsyncGenerator<RevocationNews> {
  const first = await firstReading(feed, follower)
  // A position that was never given comes from a lost database, so everything is sent.
  let position = first && after > first.position ? 0 : after
  let dueAt = first?.startedAt ?? 0
  while (follower.isOpen()) {
    // The reading is taken before the page: what arrives in between belongs to the next heartbeat.
    const reading = feed.reading()
    const page = await feed.findAfter(position)
    for (const revocation of page) {
      const { position: at, ...ended } = revocation
      position = at
      const forgetAt = feed.forgetAt(revocation)
      if (forgetAt <= now()) continue
      feed.countSent()
      yield { position: `${position}`, ended: { ...ended, forgetAt } }
      if (!follower.isOpen()) return
    }
    if (page.length > 0 || !reading) continue
    position = Math.max(position, reading.position)
    if (reading.startedAt >= dueAt) {
      dueAt = Math.max(dueAt + heartbeatMs, reading.startedAt + heartbeatMs / 2)
      yield { position: `${position}`, heartbeat: { at: reading.at, keySetVersion: reading.keySetVersion } }
    } else await follower.nextReading()
  }
}

/** Waits for a reading that began after this call: an older one may not have seen a position that another node gave. */
async function firstReading(feed: RevocationFeed, follower: Follower) {
  const joinedAt = performance.now()
  for (;;) {
    const reading = feed.reading()
    if (!follower.isOpen() || (reading && reading.startedAt >= joinedAt)) return reading
    await follower.nextReading()
  }
}

function readPosition(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d{1,16}$/.test(text)) return Number(text)
  const errors = [
    { pointer: '/after', code: 'invalid_format', detail: 'This is no position of this stream.' },
  ]
  throw new Failure('invalid_request', { errors })
}
