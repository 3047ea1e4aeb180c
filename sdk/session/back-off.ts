import { Failure } from '#contract/declaration/failures.ts'
import type { Tab } from './tab.ts'

/** The pauses between attempts that fail for a passing reason. */
export interface BackOff {
  /** Returns the milliseconds until the next attempt may be made. */
  waitMs(): number
  /** Returns the fault of the last attempt. */
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
 * The first pause, in milliseconds. It is short, because after a lost reply the service accepts the same refresh token for 30
 * seconds only. Later it treats the token as stolen.
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
