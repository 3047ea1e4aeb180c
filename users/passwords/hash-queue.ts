import type { Failure } from '#contract/declaration/failures.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'

/**
 * A queue for password hashes. It has two waiting lists (lanes): one for existing users (`known`), who go first, and one for
 * users who are being created.
 */
export interface HashQueue {
  /** Runs a hash for an existing user. @throws {Failure} `overloaded` when it would wait for too long */
  forKnown<T>(work: () => Promise<T>): Promise<T>
  /** Runs a hash for a user who is being created. @throws {Failure} `overloaded` when it would wait for too long */
  forNewcomer<T>(work: () => Promise<T>): Promise<T>
  /** Returns how many hashes wait in the queue. */
  waiting(): { known: number; newcomers: number }
}

/** One in this many hashes is for a new user, while hashes for both existing and new users wait. */
const turns = 4

/** A lane is the waiting list for hashes of existing users, or of new users: first come, first served. */
interface Lane {
  waiting: { queuedAt: number; begin(): void; refuse(): void }[]
  /**
   * The average time between two hashes that leave this waiting list to be computed. The time of a single hash is not used,
   * because a busy moment makes all hashes slow together.
   */
  stepMs: number
  steppedAt: number | undefined
}

/**
 * Creates the queue. It runs no more hashes at the same time than there are cores: more would slow down each other and everything
 * else. New users have a waiting list of their own, so that mass sign-ups take at most one hash in four from existing users.
 */
export function createHashQueue({
  cores,
  longestWaitMs,
  elapsedMs,
}: {
  cores: number
  longestWaitMs: number
  elapsedMs: () => number
}): HashQueue {
  const usualStepMs = 10 / cores
  const newLane = (): Lane => ({ waiting: [], stepMs: usualStepMs, steppedAt: undefined })
  const known = newLane()
  const newcomers = newLane()
  let turn = 0
  let underWay = 0

  function pace(lane: Lane, step: number): void {
    lane.stepMs += (step - lane.stepMs) / 32
  }

  /** Refuses requests that waited too long: their clients have given up, and a hash would only delay the next ones. */
  function refuseLate(lane: Lane, now: number): void {
    while (lane.waiting[0] && now - lane.waiting[0].queuedAt > longestWaitMs) {
      lane.waiting.shift()?.refuse()
      // A refused request leaves the list without a hash, so the time to the next one must not enter the average.
      lane.steppedAt = undefined
    }
  }

  function nextLane(): Lane | undefined {
    if (newcomers.waiting.length === 0) return known.waiting.length === 0 ? undefined : known
    if (known.waiting.length === 0) return newcomers
    turn = (turn + 1) % turns
    return turn === 0 ? newcomers : known
  }

  function letNextIn(): void {
    const now = elapsedMs()
    for (const lane of [known, newcomers]) {
      refuseLate(lane, now)
      if (lane.waiting.length > 0) continue
      // While nobody waits, the average moves back to the usual value. Otherwise an average from a busy moment would refuse
      // requests for ever.
      pace(lane, usualStepMs)
      lane.steppedAt = undefined
    }
    const lane = nextLane()
    const next = lane?.waiting.shift()
    if (!lane || !next) {
      underWay--
      return
    }
    if (lane.steppedAt !== undefined) pace(lane, Math.min(now - lane.steppedAt, longestWaitMs))
    lane.steppedAt = now
    // The next hash takes the place of the finished one, so the number of running hashes (`underWay`) stays as it is.
    next.begin()
  }

  async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (underWay < cores) underWay++
    else {
      if ((lane.waiting.length + 1) * lane.stepMs > longestWaitMs) throw tooMany()
      const queuedAt = elapsedMs()
      await new Promise<void>((begin, reject) =>
        lane.waiting.push({ queuedAt, begin, refuse: () => reject(tooMany()) }),
      )
    }
    try {
      return await work()
    } finally {
      letNextIn()
    }
  }

  return {
    forKnown: (work) => inTurn(known, work),
    forNewcomer: (work) => inTurn(newcomers, work),
    waiting: () => ({ known: known.waiting.length, newcomers: newcomers.waiting.length }),
  }
}

const tooMany = (): Failure => overloaded('password_hashes', 2)
