export interface BatchLimits {
  /** Keys in one call. */
  keys: number
  /** Calls under way at once. */
  calls: number
  /** Keys that wait; more are refused by `refuse`. */
  waiting: number
}

interface Waiting<K, V> {
  key: K
  resolve(value: V): void
  reject(error: unknown): void
}

/**
 * Makes one call of the many that are asked for at the same moment: what comes while calls are under way gathers for
 * the next one. Every call begins after all of its keys were asked for, so nobody gets an answer that is older than
 * the question. `run` gives a result for each key, in their order.
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
    // After the I/O events of this turn: requests that arrived together are asked for together.
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
      const results = await run(gathered.map(({ key }) => key))
      for (const [at, { resolve, reject }] of gathered.entries()) {
        const result = results[at]
        if (result?.status === 'fulfilled') resolve(result.value)
        else reject(result?.reason ?? new Error('A batch gave too few results.'))
      }
    } catch (error) {
      // Those who wait for a turn would only be told later: what fails every key is no matter of a key.
      for (const { reject } of [...gathered, ...waiting.splice(0)]) reject(error)
    } finally {
      underWay--
      plan()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= limits.waiting) return reject(refuse())
      waiting.push({ key, resolve, reject })
      plan()
    })
}
