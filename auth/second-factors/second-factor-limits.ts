import { type Bucket, type Limit, secondFactorKeptForMs, secondFactorKeys } from '../login/login-limits.ts'

const minuteMs = 60_000
const maxPauseMs = 15 * minuteMs

/** After this many wrong ones in a row codes of apps are refused: a guess is right once in 333,333 (NIST SP 800-63B 3.2.2). */
const maxWrongCodes = 100

/**
 * Limits the guesses at a second factor. Five are free; then the pause is 30 seconds and doubles up to 15 minutes.
 */
const limitOf = (maxFailures: number): Limit => ({
  code: 'second_factor_limited',
  name: 'second-factor',
  policy: { quota: 5, windowSeconds: maxPauseMs / 1_000 },
  keptForMs: secondFactorKeptForMs,
  take(attempts, now) {
    if (attempts.failures >= maxFailures) return { waitMs: maxPauseMs }
    const waitMs = attempts.freeAt - now
    // A longer wait can only come from a clock that was set back.
    if (waitMs > 0 && waitMs <= 2 * maxPauseMs) return { waitMs }
    const failures = attempts.failures + 1
    const pauseMs = failures < 5 ? 0 : Math.min(30_000 * 2 ** Math.min(failures - 5, 10), maxPauseMs)
    return { failures, freeAt: pauseMs === 0 ? 0 : now + pauseMs }
  },
  settle: (attempts, outcome) =>
    outcome === 'right' ? { failures: 0, freeAt: 0 } : { failures: attempts.failures - 1, freeAt: 0 },
})

const codeLimit = limitOf(maxWrongCodes)
/** A recovery code has 80 bits, which nobody guesses: it is the way out when codes of the app are refused. */
const recoveryLimit = limitOf(Number.POSITIVE_INFINITY)

/**
 * Returns the bucket that counts the second factors of a user, over all logins, sessions and nodes (I87). Its key has the version
 * of the factors, because guesses at a factor that was replaced or reset say nothing about the next one.
 */
export const secondFactorBuckets = (
  { userId, factorsVersion }: { userId: string; factorsVersion: number },
  kind: 'totp' | 'recovery_code',
): Bucket[] => [
  {
    key: `${secondFactorKeys(userId).first}version ${factorsVersion}`,
    limit: kind === 'totp' ? codeLimit : recoveryLimit,
  },
]
