import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { createFollowers, type Followers } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import { findFeedState, findRevocations, numberEnded, type Revocation } from './revocation-store.ts'

/** What one reading of the database showed: all that ended before `at` is at most at `position`. */
export interface Reading {
  at: number
  /** On the clock of this process, which nobody sets back. */
  startedAt: number
  position: number
  keySetVersion: number
}

export interface RevocationFeed {
  join: Followers['join']
  /** The last that found nothing more to read. */
  reading(): Reading | undefined
  /** A page of what comes after a position; empty when that is all. */
  findAfter(position: number): Promise<Revocation[]>
  /** When the last access token of the session is over at every validator. */
  forgetAt(revocation: Revocation): number
  countSent(): void
  counts(): { open: number; sent: number }
  stop(): Promise<void>
}

const maxStreams = 1_000
const pollMs = 200
const pageRows = 500
/** As far as the clock of a validator or of a node may be off. */
const clockMarginMs = 60_000

/**
 * One for the process, whoever watches. While somebody does it reads the database a few times a second and keeps what it
 * found for all of them. Beyond `maxKept` a stream that is so far behind reads the database itself.
 */
export function createRevocationFeed({
  db,
  clock,
  log,
  accessTokenMs,
  maxKept = 50_000,
}: {
  db: Database
  clock: Clock
  log: Log
  accessTokenMs: number
  maxKept?: number
}): RevocationFeed {
  const keptMs = accessTokenMs + clockMarginMs
  const followers = createFollowers({ clock, maxStreams })
  /** All that comes after `keptAfter` and is not over, in order. */
  const kept: Revocation[] = []
  let keptAfter: number | undefined
  let readTo = 0
  let reading: Reading | undefined
  let sent = 0

  const forgetAt = ({ endedAt }: Revocation) => endedAt + keptMs
  /** What is below was numbered so long ago that it is over; nodes may differ about the time by the margin. */
  const windowStart = (now: number) => positionAt(now - keptMs - clockMarginMs)

  const failed = 'the feed of revocations could not be read'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: () => followers.count() > 0 }, () =>
    readOn().finally(followers.wakeAll),
  )

  /** True when there is more. */
  async function readOn(): Promise<boolean> {
    const startedAt = performance.now()
    const at = clock.now()
    const endedAfter = at - keptMs
    const { position, hasWaiting, keySetVersion } = await findFeedState(db, endedAfter)
    const isMore = hasWaiting && (await numberEnded(db, { endedAfter, atLeast: positionAt(at) }))
    forgetExpired(at)
    // Never ahead of what was given out: the clock of whoever gives the next ones may be behind this one.
    readTo = Math.max(readTo, Math.min(windowStart(at), position))
    keptAfter ??= readTo
    if (hasWaiting || position > readTo) await readPages()
    readTo = Math.max(readTo, position)
    if (!isMore) reading = { at, startedAt, position: readTo, keySetVersion }
    return isMore
  }

  async function readPages(): Promise<void> {
    for (;;) {
      const page = await findRevocations(db, readTo, pageRows)
      kept.push(...page)
      readTo = page.at(-1)?.position ?? readTo
      const dropped = kept.splice(0, Math.max(0, kept.length - maxKept))
      keptAfter = dropped.at(-1)?.position ?? keptAfter
      if (page.length < pageRows) return
      followers.wakeAll()
    }
  }

  function forgetExpired(now: number): void {
    const firstLiving = kept.findIndex((one) => forgetAt(one) > now)
    kept.splice(0, firstLiving === -1 ? kept.length : firstLiving)
  }

  return {
    join(client, signal) {
      const follower = followers.join(client, signal)
      loop.wake()
      return follower
    },
    reading: () => reading,
    async findAfter(position) {
      const after = Math.max(position, windowStart(clock.now()))
      if (keptAfter === undefined || after < keptAfter) return findRevocations(db, after, pageRows)
      const first = firstAfter(kept, after)
      return kept.slice(first, first + pageRows)
    },
    forgetAt,
    countSent() {
      sent++
    },
    counts: () => ({ open: followers.count(), sent }),
    stop: loop.stop,
  }
}

/**
 * Positions are no lower than the time at which they are given, in microseconds, so that no position is given twice also
 * when the database lost its last commits: a standby that took over, or a backup.
 */
const positionAt = (epochMs: number): number => epochMs * 1_000

function firstAfter(revocations: readonly Revocation[], position: number): number {
  let [low, high] = [0, revocations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((revocations[middle]?.position ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}

export const revocationStreamsMetric = (feed: RevocationFeed): Metric => ({
  name: 'latchkey_revocation_streams',
  help: 'Streams of revocations that are open, and ends of sessions that were sent on streams.',
  label: 'what',
  read: async () => new Map(Object.entries(feed.counts())),
})
