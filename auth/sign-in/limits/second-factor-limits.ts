import { networkBuckets } from '#runtime/network.ts'
import {
  addressLimit,
  type Bucket,
  type Limit,
  recoveryCodeKeys,
  secondFactorKeys,
  secondFactorRetentionMs,
} from './login-limits.ts'

const minuteMs = 60_000
const maxPauseMs = 15 * minuteMs

/**
 * After this number of wrong codes in a row, codes of the app are refused. A random guess is right once in 333,333
 * tries (NIST SP 800-63B section 3.2.2).
 */
const maxWrongCodes = 100

/**
 * Limits the guesses at the codes of an authenticator app. The fifth failure in a row causes a pause of 30 seconds,
 * which doubles with each further failure up to 15 minutes.
 */
const codeLimit: Limit = {
  code: 'second_factor_limited',
  name: 'second-factor',
  policy: { quota: 5, windowSeconds: maxPauseMs / 1_000 },
  keptForMs: secondFactorRetentionMs,
  take(attempts, now) {
    if (attempts.failures >= maxWrongCodes) return { waitMs: maxPauseMs }
    const waitMs = attempts.freeAt - now
    // A pause that is much longer than the longest one can only come from a clock that was set back, and is ignored.
    if (waitMs > 0 && waitMs <= 2 * maxPauseMs) return { waitMs }
    const failures = attempts.failures + 1
    const pauseMs = failures < 5 ? 0 : Math.min(30_000 * 2 ** Math.min(failures - 5, 10), maxPauseMs)
    return { failures, freeAt: pauseMs === 0 ? 0 : now + pauseMs }
  },
  settle: (attempts, outcome) =>
    outcome === 'right' ? { failures: 0, freeAt: 0 } : { failures: attempts.failures - 1, freeAt: 0 },
}

/**
 * Counts wrong recovery codes only to notify the user; there is no pause after them. A code has 80 random bits, so that nobody
 * can guess it. A pause would do harm: somebody who knows the password could enter wrong codes on purpose, and the owner, whose
 * app codes are refused already, could not use a recovery code either.
 */
const recoveryCount: Limit = {
  ...codeLimit,
  keptForMs: 24 * 60 * minuteMs,
  take: ({ failures }) => ({ failures: failures + 1, freeAt: 0 }),
}

/** The user whose second factor is tried, and the version of the user's factors. */
export interface Tried {
  userId: string
  factorsVersion: number
}

/**
 * Returns the keys that count the wrong second factors of a user, over all logins, sessions and nodes (I87). The keys
 * contain the version of the factors, because guesses at a factor that was replaced or reset say nothing about the next
 * one.
 */
export const wrongFactorKeys = ({ userId, factorsVersion }: Tried) => ({
  totp: `${secondFactorKeys(userId).first}version ${factorsVersion}`,
  recoveryCode: `${recoveryCodeKeys(userId).first}version ${factorsVersion}`,
})

/** Returns the bucket that counts the codes of the app of a user. */
export const codeBuckets = (tried: Tried): Bucket[] => [
  { key: wrongFactorKeys(tried).totp, limit: codeLimit },
]

/**
 * Returns the buckets that count attempts at a user's recovery codes. Only the buckets of the client's networks make a client
 * wait; see `recoveryCount`.
 */
export const recoveryCodeBuckets = (tried: Tried, address: string): Bucket[] => [
  ...networkBuckets(address).map(({ key, room }) => ({
    key: `address ${key} recovery codes`,
    limit: addressLimit(room),
  })),
  { key: wrongFactorKeys(tried).recoveryCode, limit: recoveryCount },
]
