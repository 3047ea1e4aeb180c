import type { FailureCode } from '#contract/failures.ts'
import type { Attempts } from './login-attempt-store.ts'

/** How failed logins of one kind of bucket are slowed down. */
export interface Limit {
  code: FailureCode
  name: string
  /** For the RateLimit-Policy header: so many failures, and the longest pause after them. */
  policy: { quota: number; windowSeconds: number }
  keptForMs: number
  /** Counts one more attempt as failed; or says for how long there is none. */
  take(attempts: Count, now: number): Count | { waitMs: number }
  /** What stays counted once the attempt has turned out not to be a wrong one. */
  settle(attempts: Count, outcome: 'right' | 'unknown'): Count
}

type Count = Pick<Attempts, 'failures' | 'freeAt'>

const minuteMs = 60_000

/**
 * True when a wait is more than twice what we give. The clock of another node may be ahead by less, and what that one refuses
 * is not to be had here.
 */
const isOfClockSetBack = (waitMs: number, maxMs: number): boolean => waitMs > 2 * maxMs

const maxPauseMs = 15 * minuteMs

/** Of guesses at one password. */
export const passwordLimit: Limit = {
  code: 'login_name_limited',
  name: 'login-name',
  policy: { quota: 5, windowSeconds: 900 },
  keptForMs: 24 * 60 * minuteMs,
  /** Five are free; then a second, doubling up to 15 minutes (NIST SP 800-63B section 3.2.2 wants a slow-down). */
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

/** Of guesses from one network, which has `room` times what one address has: twenty at once, then one every three seconds. */
export function addressLimit(room: number): Limit {
  const burst = 20 * room
  const gapMs = fillMs / burst
  return {
    code: 'login_address_limited',
    name: 'login-address',
    policy: { quota: burst, windowSeconds: fillMs / 1_000 },
    keptForMs: 10 * minuteMs,
    /** `freeAt` is when the bucket will be full again (GCRA). */
    take(attempts, now) {
      const isFull = attempts.freeAt <= now || isOfClockSetBack(attempts.freeAt - now, fillMs)
      const freeAt = (isFull ? now : attempts.freeAt) + gapMs
      const waitMs = freeAt - (now + fillMs)
      return waitMs > 0 ? { waitMs } : { failures: attempts.failures + 1, freeAt }
    },
    // An own account's success must not wipe out the failures with other names: only this attempt is given back.
    settle: (attempts) => ({ failures: attempts.failures - 1, freeAt: attempts.freeAt - gapMs }),
  }
}
