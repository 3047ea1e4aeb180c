import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import type { Reading } from '#runtime/events/follow-feed.ts'
import { createFollowers, type Followers } from '#runtime/events/followers.ts'
import { watchedLoop } from '#runtime/events/watched-loop.ts'
import type { Log } from '#runtime/log/log.ts'
import { createRecentRevocations } from './recent-revocations.ts'
import { findFeedState, findRevocations, numberEnded, type Revocation } from './revocation-store.ts'

/**
 * The state of the feed at one reading of the database. A position is the number of an ended session in the order of the feed:
 * every session that ended before `at` has a position of at most `position`.
 */
export interface RevocationReading extends Reading {
  keySetVersion: number
}

export interface RevocationFeed extends Pick<Followers, 'join' | 'counts'> {
  /** Returns the latest reading that reached the end of the feed; undefined before the first. */
  reading(): RevocationReading | undefined
  /** Returns a page of revocations after a position; empty at the end of the feed. */
  findAfter(position: number): Promise<Revocation[]>
  /** Returns the time when the last access token of the session has expired at every validator. */
  forgetAt(revocation: Revocation): number
  stop(): Promise<void>
}

const maxStreams = 1_000
const pollMs = 200
const pageRows = 500
/** The largest expected error of the clock of a validator or a node, in milliseconds. */
const clockMarginMs = 60_000

/**
 * Creates the feed of revocations, one per process. While streams are open it polls the database a few times
 * a second, for all of them together, and keeps the revocations in memory. It keeps at most `maxKept`; a
 * stream that is further behind reads the database itself.
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
  const recent = createRecentRevocations(maxKept)
  let readTo = 0
  let reading: RevocationReading | undefined

  const forgetAt = ({ endedAt }: Revocation) => endedAt + keptMs
  /**
   * Returns the position up to which the access tokens of all sessions have expired, with a margin for nodes whose clocks differ.
   */
  const windowStart = (now: number) => positionAt(now - keptMs - clockMarginMs)

  const failed = 'cannot read the revocation feed'
  const loop = watchedLoop({ pollMs, log, failed, isWatched: followers.isWatched }, () =>
    readOn().finally(followers.wakeAll),
  )

  /**
   * Reads the sessions that have ended since the last reading. Returns true when more of them wait for a position in the feed.
   */
  async function readOn(): Promise<boolean> {
    const startedAt = performance.now()
    const at = clock.now()
    const endedAfter = at - keptMs
    const { position, hasWaiting, keySetVersion } = await findFeedState(db, endedAfter)
    const isMore = hasWaiting && (await numberEnded(db, { endedAfter, atLeast: positionAt(at) }))
    recent.drop((one) => forgetAt(one) <= at)
    // `readTo` must not exceed the highest position given so far, because the node that gives the next
    // positions may have a clock that is behind the clock of this node.
    readTo = Math.max(readTo, Math.min(windowStart(at), position))
    recent.beginAfter(readTo)
    if (hasWaiting || position > readTo) await readPages()
    readTo = Math.max(readTo, position)
    if (!isMore) reading = { at, startedAt, position: readTo, keySetVersion }
    return isMore
  }

  async function readPages(): Promise<void> {
    for (;;) {
      const page = await findRevocations(db, readTo, pageRows)
      recent.add(page)
      readTo = page.at(-1)?.position ?? readTo
      if (page.length < pageRows) return
      followers.wakeAll()
    }
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
      return recent.findAfter(after, pageRows) ?? findRevocations(db, after, pageRows)
    },
    forgetAt,
    counts: followers.counts,
    stop: loop.stop,
  }
}

/**
 * Returns the lowest position that an ended session may get at a time: the time in microseconds. So no position is given twice,
 * even if the database lost its last commits (a failover to a standby, or a restored backup).
 */
const positionAt = (epochMs: number): number => epochMs * 1_000
