import { Failure } from '#contract/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import type { Auth } from '../core/auth.ts'
import { type Attempts, isEmpty, lockAttempts, saveAttempts } from './login-attempt-store.ts'
import type { Bucket } from './login-buckets.ts'
import type { Limit } from './login-limits.ts'

type Outcome = 'right' | 'wrong' | 'unknown'

export interface LoginThrottle {
  /** Counts an attempt, or what became of it: undefined, or the limit that lets it not be counted. */
  count(change: Change): Promise<LimitReached | undefined>
  /** Who is waiting, in this process, for an attempt in the same bucket to turn out. */
  waiting: Map<string, (() => void)[]>
  waitingInAll: number
  /** An attempt that has not turned out for so long died with its node; whoever waits for others gives up then. */
  maxAttemptMs: number
}

/** `outcome` is absent when an attempt starts, and set when it has ended. */
interface Change {
  buckets: Bucket[]
  outcome?: Outcome
}

/** A few calls under way: those with a bucket in common wait for each other, and a database that is far away takes its time. */
const counting = { keys: 64, calls: 4, waiting: 10_000 }

export const createLoginThrottle = ({
  db,
  clock,
  maxAttemptMs,
}: Pick<Auth, 'db' | 'clock'> & Pick<LoginThrottle, 'maxAttemptMs'>): LoginThrottle => ({
  count: batch(
    counting,
    (changes: Change[]) =>
      db.transaction((tx) => countTogether(tx, changes, { now: clock.now(), maxAttemptMs }), {
        survives: 'restart',
      }),
    () => new Failure('overloaded', { retryAfterSeconds: 2 }),
  ),
  waiting: new Map(),
  waitingInAll: 0,
  maxAttemptMs,
})

interface Counting {
  throttle: LoginThrottle
}

const maxWaiting = 500
/** For an attempt that is under way at another node, which cannot call whoever waits here. */
const lookAgainMs = 100

/** An attempt that is counted as failed until it turns out right. */
export interface Attempt {
  /**
   * Awaits what tells whether the password is right. A wrong one stays counted; an attempt that nobody looked at, because no
   * answer came, is counted no more.
   */
  check<T>(proof: Promise<T>): Promise<T>
  /**
   * Takes back what was counted, for the password was right. Whatever the login writes should be begun in the same moment:
   * then the embedded database writes both in one commit.
   */
  takeBack(): Promise<void>
}

/**
 * Counts an attempt as failed in the store before it is made: so neither parallel tries nor a restart give anyone more
 * guesses. Right passwords count for nothing: an attempt that finds its bucket used up by others still under way waits for
 * them instead of being refused.
 * @throws {Failure} `login_limited` or another code of a limit, `overloaded`
 */
export async function beginAttempt(auth: Counting, buckets: Bucket[]): Promise<Attempt> {
  await takeOrWait(auth, buckets)
  return {
    async check(proof) {
      try {
        return await proof
      } catch (error) {
        const isGuess = error instanceof Failure && error.code === 'invalid_credentials'
        await settle(auth, buckets, isGuess ? 'wrong' : 'unknown')
        throw error
      }
    },
    takeBack: () => settle(auth, buckets, 'right'),
  }
}

async function settle(auth: Counting, buckets: Bucket[], outcome: Outcome): Promise<void> {
  try {
    await auth.throttle.count({ buckets, outcome })
  } finally {
    for (const { key } of buckets) callWaiting(auth.throttle, key)
  }
}

async function takeOrWait(auth: Counting, buckets: Bucket[]): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const reached = await auth.throttle.count({ buckets })
    if (!reached) return
    if (!reached.othersUnderWay) throw refusal(reached)
    // Nobody waits longer than the one who asked: what is under way has its own bounds, a queue of them has not.
    if (performance.now() - startedAt > auth.throttle.maxAttemptMs)
      throw new Failure('overloaded', { retryAfterSeconds: 2 })
    await nextOutcome(auth.throttle, reached.key)
  }
}

/**
 * An attempt is counted in every bucket of its own or in none. Buckets are locked in the order of their keys, so that two nodes
 * which count in the same ones wait for each other and not each for the other.
 */
async function countTogether(
  tx: Sql,
  changes: Change[],
  { now, maxAttemptMs }: { now: number; maxAttemptMs: number },
): Promise<PromiseSettledResult<LimitReached | undefined>[]> {
  const limits = new Map(changes.flatMap(({ buckets }) => buckets.map(({ key, limit }) => [key, limit])))
  const locked = [...limits]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { keptForMs }]) => ({
      key,
      times: { now, underWayUntil: now + maxAttemptMs, expiresAt: now + keptForMs },
    }))
  const counted = new Map<string, Attempts>()
  for (const { key, times } of locked) counted.set(key, await lockAttempts(tx, key, times))
  const before = new Map(counted)
  const results = changes.map((change) => apply(counted, change, now))
  for (const { key, times } of locked) {
    const after = counted.get(key) ?? nothingCounted
    // Who was refused leaves everything as it was, and no bucket that was only locked.
    if (after !== before.get(key) || isEmpty(after)) await saveAttempts(tx, key, after, times)
  }
  return results.map((value) => ({ status: 'fulfilled', value }))
}

const nothingCounted: Attempts = { failures: 0, freeAt: 0, underWay: 0 }

function apply(
  counted: Map<string, Attempts>,
  { buckets, outcome }: Change,
  now: number,
): LimitReached | undefined {
  const changed: [string, Attempts][] = []
  for (const { key, limit } of buckets) {
    const before = counted.get(key) ?? nothingCounted
    if (outcome === undefined) {
      const after = limit.take(before, now)
      if ('waitMs' in after) return { key, limit, waitMs: after.waitMs, othersUnderWay: before.underWay > 0 }
      changed.push([key, { ...after, underWay: before.underWay + 1 }])
    } else {
      const after = outcome === 'wrong' ? before : limit.settle(before, outcome)
      changed.push([key, { ...after, underWay: before.underWay - 1 }])
    }
  }
  for (const [key, attempts] of changed) counted.set(key, attempts)
  return undefined
}

interface LimitReached {
  key: string
  limit: Limit
  waitMs: number
  /** Not all that is counted has turned out to be wrong. */
  othersUnderWay: boolean
}

function refusal({ limit, waitMs }: LimitReached): Failure {
  return limitReached(limit.code, { name: limit.name, ...limit.policy, waitMs })
}

/** Resolves when an attempt in the bucket has turned out here, or after a while, for it may be under way elsewhere. */
function nextOutcome(throttle: LoginThrottle, key: string): Promise<void> {
  if (throttle.waitingInAll >= maxWaiting) throw new Failure('overloaded', { retryAfterSeconds: 2 })
  throttle.waitingInAll++
  return new Promise((resolve) => {
    const waiting = throttle.waiting.get(key) ?? []
    throttle.waiting.set(key, waiting)
    const lookAgain = () => {
      clearTimeout(timer)
      waiting.splice(waiting.indexOf(lookAgain), 1)
      if (waiting.length === 0) throttle.waiting.delete(key)
      throttle.waitingInAll--
      resolve()
    }
    const timer = setTimeout(lookAgain, lookAgainMs)
    waiting.push(lookAgain)
  })
}

/** One place became free: one who waits may try. */
function callWaiting(throttle: LoginThrottle, key: string): void {
  throttle.waiting.get(key)?.[0]?.()
}
