import type { FailureCode } from '#contract/failures.ts'
import type { Attempts } from './login-attempt-store.ts'

/** A limit slows down the failed logins of one kind of bucket. */
export interface Limit {
  code: FailureCode
  name: string
  /** The header `RateLimit-Policy` shows this: the failures that are free, and the longest pause after them. */
  policy: { quota: number; windowSeconds: number }
  keptForMs: number
  /** Counts one more attempt as failed, or returns how long the client must wait. */
  take(attempts: Count, now: number): Count | { waitMs: number }
  /** Returns the count after an attempt turned out not to be a wrong password. */
  settle(attempts: Count, outcome: 'right' | 'unknown'): Count
}

type Count = Pick<Attempts, 'failures' | 'freeAt'>

const minuteMs = 60_000

/**
 * Says whether a wait can only come from a clock that was set back, because it is more than twice the longest pause. A shorter
 * one may come from another node whose clock is ahead, and counts.
 */
const isOfClockSetBack = (waitMs: number, maxMs: number): boolean => waitMs > 2 * maxMs

const maxPauseMs = 15 * minuteMs

/** Limits the guesses at one password. */
export const passwordLimit: Limit = {
  code: 'login_name_limited',
  name: 'login-name',
  policy: { quota: 5, windowSeconds: 900 },
  keptForMs: 24 * 60 * minuteMs,
  /**
   * Five failures are free; then the pause is a second and doubles up to 15 minutes (rate limiting by NIST SP 800-63B section
   * 3.2.2).
   */
  take(attempts, now) {
    const waitMs = attempts.freeAt - now
    if (waitMs > 0 && !isOfClockSetBack(waitMs, maxPauseMs)) return { waitMs }
    const failures = attempts.failures + 1
    const pauseMs = failures < 5 ? 0 : Math.min(1_000 * 2 ** Math.min(failures - 5, 20), maxPauseMs)
    return { failures, freeAt: pauseMs === 0 ? 0 : now + pauseMs }
  },
  settle: (attempts, outcome) =>
    outcome === 'right' ? { failures: 0, freeAt: 0 } : { failures: attempts.failures - 1, freeAt: 0 },
}

const fillMs = minuteMs

/**
 * Limits the guesses from one network: for one address a burst of 20, then one every three seconds; a network has `room` times
 * that.
 */
export function addressLimit(room: number): Limit {
  const burst = 20 * room
  const gapMs = fillMs / burst
  return {
    code: 'login_address_limited',
    name: 'login-address',
    policy: { quota: burst, windowSeconds: fillMs / 1_000 },
    keptForMs: 10 * minuteMs,
    /** `freeAt` is the time when the bucket will be full again (GCRA, the generic cell rate algorithm). */
    take(attempts, now) {
      const isFull = attempts.freeAt <= now || isOfClockSetBack(attempts.freeAt - now, fillMs)
      const freeAt = (isFull ? now : attempts.freeAt) + gapMs
      const waitMs = freeAt - (now + fillMs)
      return waitMs > 0 ? { waitMs } : { failures: attempts.failures + 1, freeAt }
    },
    // A right password gives back only its own attempt: an attacker's own user must not erase failures with other names.
    settle: (attempts) => ({ failures: attempts.failures - 1, freeAt: attempts.freeAt - gapMs }),
  }
}
