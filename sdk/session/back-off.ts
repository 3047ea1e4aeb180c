import { Failure } from '#contract/failures.ts'
import type { Tab } from './tab.ts'

/** The pauses between attempts that fail for a passing reason. */
export interface BackOff {
  /** Milliseconds until the next attempt may be made. */
  waitMs(): number
  /** The fault of the last attempt. */
  fault(): unknown
  /**
   * True after many faults in a row. No timer starts another attempt then; only the user's return to the tab or a request
   * does.
   */
  isGivenUp(): boolean
  failed(fault: unknown): void
  succeeded(): void
}

/**
 * The first pauses are short: when only the reply was lost, the service repeats its answer for 30 seconds, and takes the refresh
 * token for stolen after that.
 */
const firstMs = 500
const longestOwnMs = 60_000
/** The longest `Retry-After` that is waited for. */
const longestMs = 5 * 60_000
const maxFailures = 12

export function backOff({ now }: Tab): BackOff {
  let failures = 0
  let until = 0
  let last: unknown
  return {
    waitMs() {
      const ms = until - now()
      // A pause longer than the longest one means that the clock was set back. It counts as over.
      return ms > 0 && ms <= longestMs ? ms : 0
    },
    fault: () => last,
    isGivenUp: () => failures >= maxFailures,
    failed(fault) {
      last = fault
      const own = Math.min(longestOwnMs, firstMs * 2 ** failures) * (0.5 + Math.random() / 2)
      const asked = fault instanceof Failure ? (fault.retryAfterSeconds ?? 0) * 1_000 : 0
      until = now() + Math.min(longestMs, Math.max(own, asked))
      failures++
    },
    succeeded() {
      failures = 0
      until = 0
    },
  }
}
