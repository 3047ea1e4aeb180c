import { currentTrace, runUnder, type Trace } from './log/tracing.ts'

/** The bounds of a batch. */
export interface BatchLimits {
  /** The maximum number of keys in one call. */
  keys: number
  /** The maximum number of calls under way at the same time. */
  calls: number
  /** The maximum number of keys that wait. More keys are refused with the error of `refuse`. */
  waiting: number
}

interface Waiting<K, V> {
  key: K
  trace: Trace | undefined
  resolve(value: V): void
  reject(error: unknown): void
}

/**
 * Combines single look-ups into batches: keys that arrive while calls are under way share the next call. Every call begins after
 * all of its keys were requested, so that no result is older than its request. The log lines and spans of a call have the ids of
 * the request that waited first. `run` returns one result for each key, in the order of the keys.
 */
export function batch<K, V>(
  limits: BatchLimits,
  run: (keys: K[]) => Promise<PromiseSettledResult<V>[]>,
  refuse: () => Error,
): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []
  let underWay = 0
  let isPlanned = false

  function plan(): void {
    if (isPlanned || waiting.length === 0 || underWay >= limits.calls) return
    isPlanned = true
    // The call is made after the event loop has handled the I/O events at hand, so that requests that arrived together share it.
    setImmediate(() => {
      isPlanned = false
      const gathered = waiting.slice(0, limits.keys)
      waiting = waiting.slice(limits.keys)
      void callFor(gathered)
      plan()
    })
  }

  async function callFor(gathered: Waiting<K, V>[]): Promise<void> {
    underWay++
    try {
      const keys = gathered.map(({ key }) => key)
      const results = await runUnder(gathered[0]?.trace, () => run(keys))
      for (const [at, { resolve, reject }] of gathered.entries()) {
        const result = results[at]
        if (result?.status === 'fulfilled') resolve(result.value)
        else reject(result?.reason ?? new Error('A batch gave too few results.'))
      }
    } catch (error) {
      // A call that fails as a whole would fail for the waiting keys too, so they are rejected now.
      for (const { reject } of [...gathered, ...waiting.splice(0)]) reject(error)
    } finally {
      underWay--
      plan()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= limits.waiting) return reject(refuse())
      waiting.push({ key, trace: currentTrace(), resolve, reject })
      plan()
    })
}
