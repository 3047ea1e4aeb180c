import { createHash } from 'node:crypto'
import type { SignedInCaller } from '#contract/endpoint.ts'
import { loginNameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { networkBuckets } from '#runtime/network.ts'
import { removeAttemptsBetween } from './login-attempt-store.ts'
import { addressLimit, type Limit, passwordLimit } from './login-limits.ts'

/** What attempts are counted in together. */
export interface Bucket {
  key: string
  limit: Limit
}

/**
 * A login counts for the user, whichever name it was tried with, and for the networks that it comes from. A network that the
 * user has logged in from before has buckets of its own: what strangers do elsewhere, or with other names, is not counted
 * in them. A name that nobody has is counted as a user would be.
 */
export function loginBuckets(login: {
  /** The id of the user, or the key of a name that means nobody. */
  countedBy: string
  address: string
  /** The network of the address, where whoever it is counted by is known to log in from it. */
  knownNetwork: string | undefined
}): Bucket[] {
  const { countedBy, address, knownNetwork } = login
  const guesses = isNameKey(countedBy) ? countedBy : `user ${countedBy} logins`
  const isKnown = knownNetwork !== undefined
  return [
    ...networkBuckets(address).map(({ key, room }) => ({
      key: `address ${key}${isKnown ? ' of known users' : ''}`,
      limit: addressLimit(room),
    })),
    { key: isKnown ? `${guesses} from ${knownNetwork}` : guesses, limit: passwordLimit },
  ]
}

/**
 * Guesses of whoever has a session count apart from failed logins, which anybody can cause, and for each session by itself: so
 * nobody with another session, or with none, can keep an owner from changing the password. Who does not know the password
 * begins no sessions, and so gets no more guesses.
 */
export const passwordChangeBuckets = ({ userId, sessionId }: SignedInCaller): Bucket[] => [
  { key: `user ${userId} passwords ${sessionId}`, limit: passwordLimit },
]

/** Forgets the failures of a user, not those of the networks that they came from. Gives how many buckets that emptied. */
export const forgetFailures = (db: Sql, userId: string): Promise<number> =>
  // Behind a space there is nothing before an exclamation mark.
  removeAttemptsBetween(db, `user ${userId} `, `user ${userId}!`)

/** Forgets the failures that were counted by a name itself, as those with an e-mail address are unless sign-up is open. */
export const forgetFailuresOfName = (db: Sql, name: string): Promise<number> =>
  removeAttemptsBetween(db, nameKey(name), `${nameKey(name)}!`)

/** Forgets the failures with a name that came from networks where its user has logged in. */
export const forgetFailuresFromKnownNetworks = (db: Sql, countedBy: string): Promise<number> =>
  removeAttemptsBetween(db, `${countedBy} from `, `${countedBy} from!`)

const isNameKey = (key: string): boolean => key.startsWith('name ')

/**
 * Makes the key that logins are counted by when their name means no user, the same for every spelling of the name. It is a
 * digest, because people type passwords into the wrong field.
 */
export function nameKey(name: string): string {
  const digest = createHash('sha256')
    .update(loginNameKey(name) ?? name)
    .digest('base64url')
  return `name ${digest}`
}
