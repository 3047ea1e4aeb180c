import { Failure } from '#contract/declaration/failures.ts'
import type { Tab } from './tab.ts'

/** The pauses between attempts after temporary errors. */
export interface BackOff {
  /** Returns the milliseconds until the next attempt may be made. */
  waitMs(): number
  /** Returns the error of the last failed attempt. */
  fault(): unknown
  /** True after many failures in a row. Then no timer starts another attempt, only the user's return to the tab or a request. */
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
      // A remaining pause above the maximum means that the clock was set back. It is treated as finished.
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
