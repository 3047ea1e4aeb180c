import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { batch } from '#runtime/batch.ts'
import type { Sql } from '#runtime/database/database.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import type { Auth } from '../../core/auth.ts'
import { type Attempts, isEmpty, lockAttempts, saveAttempts } from './login-attempt-store.ts'
import type { Bucket, Limit } from './login-limits.ts'

type Outcome = 'right' | 'wrong' | 'must_change' | 'unknown'

export interface LoginThrottle {
  /**
   * Counts the start or the outcome of an attempt in all of its buckets. If a limit was reached, it counts nothing and
   * resolves to that limit.
   */
  count(change: Change): Promise<LimitReached | undefined>
  /**
   * The attempts of this process that wait for the outcome of other attempts in the same bucket, by the key
   * of the bucket.
   */
  waiting: Map<string, (() => void)[]>
  waitingInAll: number
  /**
   * After this time an attempt without an outcome no longer counts as under way, because its node must have died. Attempts that
   * wait for other attempts also give up after this time.
   */
  maxAttemptMs: number
}

/** A change starts or ends an attempt: `outcome` is absent when it starts, and set when it has ended. */
interface Change {
  buckets: Bucket[]
  outcome?: Outcome
}

/**
 * The limits on the transactions that count attempts. At most four run at the same time: more would wait for each other's
 * locks, and fewer would be slow on a distant database.
 */
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
    () => overloaded('login_attempts', 2),
  ),
  waiting: new Map(),
  waitingInAll: 0,
  maxAttemptMs,
})

interface Counting {
  throttle: LoginThrottle
}

const maxWaiting = 500
/** A waiting attempt checks the buckets again after this time, because an outcome at another node cannot wake it. */
const lookAgainMs = 100

/** An attempt, which is counted as a failure until its password or factor is found to be right. */
export interface Attempt {
  /**
   * Waits for the check of the password. A wrong password stays counted as a failure, and a temporary one for the network only.
   * When the check fails for another reason, the attempt is removed from the count.
   */
  check<T>(proof: Promise<T>): Promise<T>
  /**
   * Removes the attempt from the count, because the password was right. Start the other writes of the login in the same turn of
   * the event loop: SQLite then commits both together.
   */
  release(): Promise<void>
}

/**
 * Counts an attempt as failed in the database before the password is checked, so that neither parallel tries nor a restart give
 * more guesses. Right passwords are never refused because there are many: when attempts without an outcome use up the limit of a
 * bucket, a further attempt waits for their outcome.
 * @throws {Failure} the code of the limit that was reached, or `overloaded`
 */
export async function beginAttempt(auth: Counting, buckets: Bucket[]): Promise<Attempt> {
  await takeOrWait(auth, buckets)
  return {
    async check(proof) {
      try {
        return await proof
      } catch (error) {
        await settle(auth, buckets, outcomeOf(error))
        throw error
      }
    },
    release: () => settle(auth, buckets, 'right'),
  }
}

const wrong: FailureCode[] = ['invalid_credentials', 'second_factor_invalid']

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Failure)) return 'unknown'
  if (error.code === 'password_change_required') return 'must_change'
  return wrong.includes(error.code) ? 'wrong' : 'unknown'
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
    if (!reached.othersUnderWay) throw toFailure(reached)
    // The wait is limited to the time of the longest attempt: each attempt has a limit, but a queue of
    // attempts has none.
    if (performance.now() - startedAt > auth.throttle.maxAttemptMs) throw overloaded('login_attempts', 2)
    await nextOutcome(auth.throttle, reached.key)
  }
}

/**
 * Counts several changes in one transaction, each change in all of its buckets or in none. Buckets are locked in the order of
 * their keys, so that two nodes which count in the same buckets cannot deadlock.
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
    // A refused attempt changes nothing; the empty row that the lock inserted is removed.
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
  /** True when some of the counted attempts have no outcome yet, and may turn out right. */
  othersUnderWay: boolean
}

function toFailure({ limit, waitMs }: LimitReached): Failure {
  return limitReached(limit.code, { name: limit.name, ...limit.policy, waitMs })
}

/**
 * Resolves when another attempt in the same bucket gets its outcome in this process, or after a short time, because the other
 * attempt may be under way at another node.
 */
function nextOutcome(throttle: LoginThrottle, key: string): Promise<void> {
  if (throttle.waitingInAll >= maxWaiting) throw overloaded('login_attempts', 2)
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

/** Wakes one waiting attempt: each outcome makes room for one more attempt in the bucket. */
function callWaiting(throttle: LoginThrottle, key: string): void {
  throttle.waiting.get(key)?.[0]?.()
}
