import { networkBuckets } from '#runtime/network.ts'
import {
  addressLimit,
  type Bucket,
  type Limit,
  recoveryCodeKeys,
  secondFactorKeptForMs,
  secondFactorKeys,
} from '../login/login-limits.ts'

const minuteMs = 60_000
const maxPauseMs = 15 * minuteMs

/** After this many wrong ones in a row codes of apps are refused: a guess is right once in 333,333 (NIST SP 800-63B 3.2.2). */
const maxWrongCodes = 100

/**
 * Limits the guesses at a code of an app. Five are free; then the pause is 30 seconds and doubles up to 15 minutes.
 */
const codeLimit: Limit = {
  code: 'second_factor_limited',
  name: 'second-factor',
  policy: { quota: 5, windowSeconds: maxPauseMs / 1_000 },
  keptForMs: secondFactorKeptForMs,
  take(attempts, now) {
    if (attempts.failures >= maxWrongCodes) return { waitMs: maxPauseMs }
    const waitMs = attempts.freeAt - now
    // A longer wait can only come from a clock that was set back.
    if (waitMs > 0 && waitMs <= 2 * maxPauseMs) return { waitMs }
    const failures = attempts.failures + 1
    const pauseMs = failures < 5 ? 0 : Math.min(30_000 * 2 ** Math.min(failures - 5, 10), maxPauseMs)
    return { failures, freeAt: pauseMs === 0 ? 0 : now + pauseMs }
  },
  settle: (attempts, outcome) =>
    outcome === 'right' ? { failures: 0, freeAt: 0 } : { failures: attempts.failures - 1, freeAt: 0 },
}

/**
 * Counts wrong recovery codes for the notice to the user, and pauses nobody. Nobody guesses 80 random bits, and a pause would let
 * whoever knows the password keep the owner from the way out when codes of the app are refused.
 */
const recoveryCount: Limit = {
  ...codeLimit,
  keptForMs: 24 * 60 * minuteMs,
  take: ({ failures }) => ({ failures: failures + 1, freeAt: 0 }),
}

/** A user whose second factors are tried. */
export interface Tried {
  userId: string
  factorsVersion: number
}

/**
 * Returns the keys that count the wrong second factors of a user, over all logins, sessions and nodes (I87). They have the version
 * of the factors, because guesses at a factor that was replaced or reset say nothing about the next one.
 */
export const wrongFactorKeys = ({ userId, factorsVersion }: Tried) => ({
  totp: `${secondFactorKeys(userId).first}version ${factorsVersion}`,
  recoveryCode: `${recoveryCodeKeys(userId).first}version ${factorsVersion}`,
})

/** Returns the bucket that counts the codes of the app of a user. */
export const codeBuckets = (tried: Tried): Bucket[] => [
  { key: wrongFactorKeys(tried).totp, limit: codeLimit },
]

/** Returns the buckets that count the recovery codes of a user. Only those of the client's networks make it wait. */
export const recoveryCodeBuckets = (tried: Tried, address: string): Bucket[] => [
  ...networkBuckets(address).map(({ key, room }) => ({
    key: `address ${key} recovery codes`,
    limit: addressLimit(room),
  })),
  { key: wrongFactorKeys(tried).recoveryCode, limit: recoveryCount },
]
