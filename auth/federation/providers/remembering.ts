import type { Clock } from '#runtime/clock.ts'

const keptMs = 60 * 60_000
const failedMs = 2_000

/**
 * Makes a function that loads the metadata of a provider and remembers it for an hour. Callers at the same time share one
 * request. When a request fails, the last answer stays valid, and none is sent for two seconds: otherwise many callers would
 * ask a provider again and again while it is down. Without an earlier answer, callers get the failure.
 */
export function remembering<T>(load: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: { value: T; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined
  let loading: Promise<T> | undefined
  async function ask(): Promise<T> {
    try {
      const value = await load()
      last = { value, at: clock.now() }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, at: clock.now() }
      if (last) return last.value
      throw error
    } finally {
      loading = undefined
    }
  }
  return async () => {
    const now = clock.now()
    if (last && isYounger(last.at, { now, ms: keptMs })) return last.value
    if (failed && isYounger(failed.at, { now, ms: failedMs })) {
      if (last) return last.value
      throw failed.error
    }
    loading ??= ask()
    return loading
  }
}

/**
 * A stored time in the future means that the clock was set back, so that the age of the metadata is unknown. It is
 * treated as old.
 */
const isYounger = (at: number, { now, ms }: { now: number; ms: number }): boolean =>
  now >= at && now - at < ms
