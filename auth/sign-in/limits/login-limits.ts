import { createHash } from 'node:crypto'
import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { loginNameKey } from '#contract/rules/names.ts'
import type { UserLockResource } from '#contract/sign-in/locks.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { Sql } from '#runtime/database/database.ts'
import { networkBuckets } from '#runtime/network.ts'
import { type Attempts, removeAttemptsBetween } from './login-attempt-store.ts'

/** A bucket counts attempts together, under one key and one limit. */
export interface Bucket {
  key: string
  limit: Limit
}

/**
 * Returns the buckets that a login is counted in: the bucket of the user, whichever login name was given, and the
 * buckets of the client's networks. Logins from a network that the user has logged in from before, or from a remembered
 * device, are counted separately, so that guesses of strangers elsewhere do not lock the user out. A name that no user
 * has is counted in the same way.
 */
export function loginBuckets(login: {
  /** The id of the user, or the key of a name that no user has. */
  countedBy: string
  address: string
  /** The network of the address, if a user has logged in from it before. */
  knownNetwork: string | undefined
  /** The id of the device, if the login comes with the token of one that the user has. */
  deviceId?: string | undefined
}): Bucket[] {
  const { countedBy, address, knownNetwork, deviceId } = login
  const guesses = isNameKey(countedBy) ? countedBy : `user ${countedBy} logins`
  const source = deviceId === undefined ? knownNetwork : `device ${deviceId}`
  const isKnown = source !== undefined
  return [
    ...networkBuckets(address).map(({ key, room }) => ({
      key: `address ${key}${isKnown ? ' of known users' : ''}`,
      limit: addressLimit(room),
    })),
    { key: isKnown ? `${guesses} from ${source}` : guesses, limit: passwordLimit },
  ]
}

/**
 * Returns the buckets for guesses at the current password of a signed-in user. They are separate from failed logins,
 * which anybody can cause, and separate for each session, so that no other client can keep the owner from changing the
 * password. A thief cannot get more guesses by more sessions, because to begin a session the password is needed.
 */
export const passwordChangeBuckets = ({ userId, sessionId }: SignedInCaller): Bucket[] => [
  { key: `user ${userId} passwords ${sessionId}`, limit: passwordLimit },
]

/**
 * Removes the counts of failed logins and password changes of a user, but not those of networks. Returns how many counts were
 * removed.
 */
export const forgetFailures = (db: Sql, userId: string): Promise<number> =>
  // The exclamation mark is the character after the space, so the range holds exactly the keys with this prefix.
  removeAttemptsBetween(db, `user ${userId} `, `user ${userId}!`)

/**
 * Removes the counts of failed logins that are stored under a login name and not under the id of a user. Logins by e-mail address
 * are counted like that, unless sign-up is open.
 */
export const forgetFailuresOfName = (db: Sql, name: string): Promise<number> =>
  removeAttemptsBetween(db, nameKey(name), `${nameKey(name)}!`)

/**
 * Removes the counts of failed logins with a login name from networks where its user has logged in before. `countedBy` is the key
 * of the name.
 */
export const forgetFailuresFromKnownNetworks = (db: Sql, countedBy: string): Promise<number> =>
  removeAttemptsBetween(db, `${countedBy} from `, `${countedBy} from!`)

/**
 * Returns the range of keys of the buckets that count a user's wrong second factors. Their prefix differs from that of
 * passwords, because a password reset removes the latter: a thief of the mailbox must not get more guesses at the
 * second factor by resetting the password (I101).
 */
export const secondFactorKeys = (userId: string) => ({
  first: `factors ${userId} `,
  end: `factors ${userId}!`,
})

/** Returns the range of keys of the buckets that count a user's wrong recovery codes, which cause no pause. */
export const recoveryCodeKeys = (userId: string) => ({
  first: `recovery ${userId} `,
  end: `recovery ${userId}!`,
})

/** Keys of buckets that count wrong passwords or second factors for one user, and what each of them counts. */
interface CountRange {
  first: string
  end: string
  keptForMs: number
  describe(key: string): Pick<UserLockResource['wrong_passwords'][number], 'what' | 'login_name' | 'network'>
}

/**
 * Returns where wrong passwords and second factors of a user are counted: under the id of the user, and also under each
 * of the login names.
 */
export function userCounts({ id, username, email }: UserNames): CountRange[] {
  const ofUser: CountRange = {
    first: `user ${id} `,
    end: `user ${id}!`,
    keptForMs: passwordLimit.keptForMs,
    describe: (key) =>
      key.startsWith(`user ${id} passwords `)
        ? { what: 'password_changes', login_name: 'any', network: null }
        : { what: 'logins', login_name: 'any', network: networkIn(key) },
  }
  const ofName = (login_name: 'username' | 'email', name: string): CountRange => ({
    first: nameKey(name),
    end: `${nameKey(name)}!`,
    keptForMs: passwordLimit.keptForMs,
    describe: (key) => ({ what: 'logins', login_name, network: networkIn(key) }),
  })
  const ofFactors: CountRange = {
    ...secondFactorKeys(id),
    keptForMs: secondFactorRetentionMs,
    describe: () => ({ what: 'second_factors', login_name: 'any', network: null }),
  }
  return [ofUser, ofName('username', username), ofName('email', email), ofFactors]
}

type UserNames = Pick<UserResource, 'id' | 'username' | 'email'>

/** Wrong second factors are counted for a year, because a patient guesser must not get rid of the count. */
export const secondFactorRetentionMs = 365 * 24 * 60 * 60_000

const networkIn = (key: string): string | null => / from (\S+)$/.exec(key)?.[1] ?? null

const isNameKey = (key: string): boolean => key.startsWith('name ')

/**
 * Makes the key that logins are counted by when no user has their login name. It is the same for every spelling of the name. It
 * is a digest, because people type passwords into the wrong field.
 */
export function nameKey(name: string): string {
  const digest = createHash('sha256')
    .update(loginNameKey(name) ?? name)
    .digest('base64url')
  return `name ${digest}`
}

/** A limit slows down the failed logins of one kind of bucket. */
export interface Limit {
  code: FailureCode
  name: string
  /** The value of the header `RateLimit-Policy`: the number of failures without a pause, and the longest pause after them. */
  policy: { quota: number; windowSeconds: number }
  keptForMs: number
  /** Counts one more attempt as failed, or returns how long the client must wait. */
  take(attempts: Count, now: number): Count | { waitMs: number }
  /**
   * Returns the count after an attempt has ended: the password was right, or right and temporary, or the outcome stays
   * unknown.
   */
  settle(attempts: Count, outcome: 'right' | 'must_change' | 'unknown'): Count
}

type Count = Pick<Attempts, 'failures' | 'freeAt'>

const minuteMs = 60_000

/**
 * Says whether a wait can only come from a clock that was set back, because it is more than twice the longest
 * pause. A shorter wait may come from another node whose clock is ahead, and is respected.
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
 * Limits the guesses from one network. A single address has a burst of 20, then one guess every three seconds; a larger network
 * has `room` times that.
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
    // A right password gives back only its own attempt: with the password of an own user, an attacker must not erase
    // failures with other names. A right temporary password gives back nothing, because it can be tried again and
    // again; for its owner this limit means a pause of some seconds at most.
    settle: (attempts, outcome) =>
      outcome === 'must_change'
        ? attempts
        : { failures: attempts.failures - 1, freeAt: attempts.freeAt - gapMs },
  }
}
