import type { Clock } from '#runtime/clock.ts'

const keptMs = 60 * 60_000
const failedMs = 2_000

/**
 * Remembers what a provider says of itself for an hour. Those who ask at the same moment share one request. When it fails, the last
 * answer stays good, and otherwise the failure is remembered for a moment, so that a crowd does not ask a provider that is down again
 * and again.
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
