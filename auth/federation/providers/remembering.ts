import type { Clock } from '#runtime/clock.ts'

const keptMs = 60 * 60_000
const failedMs = 2_000

/**
 * Makes a function that loads the metadata of a provider and remembers it for an hour. Callers at the same time share one
 * request. When a request fails, the last answer stays valid, and none is sent for two seconds: otherwise many callers would
 * ask a provider again and again while it is down. Without an earlier answer, callers get the failure.
 */
export function remembering<T>(load: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: { value: T; until: number } | undefined
  let failed: { error: unknown; until: number } | undefined
  let loading: Promise<T> | undefined
  async function ask(): Promise<T> {
    try {
      const value = await load()
      last = { value, until: clock.now() + keptMs }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, until: clock.now() + failedMs }
      if (last) return last.value
      throw error
    } finally {
      loading = undefined
    }
  }
  return async () => {
    const now = clock.now()
    if (last && last.until > now) return last.value
    if (failed && failed.until > now) {
      if (last) return last.value
      throw failed.error
    }
    loading ??= ask()
    return loading
  }
}
