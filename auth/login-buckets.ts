import { createHash } from 'node:crypto'
import { loginNameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database.ts'
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
  userId: string | undefined
  name: string
  address: string
  /** The network of the address, where the user is known to log in from it. */
  knownNetwork: string | undefined
}): Bucket[] {
  const { userId, name, address, knownNetwork } = login
  const ofUser = userId === undefined ? `name ${nameDigest(name)}` : `user ${userId} logins`
  const isKnown = knownNetwork !== undefined
  return [
    ...networkBuckets(address).map(({ key, room }) => ({
      key: `address ${key}${isKnown ? ' of known users' : ''}`,
      limit: addressLimit(room),
    })),
    { key: isKnown ? `${ofUser} from ${knownNetwork}` : ofUser, limit: passwordLimit },
  ]
}

/**
 * Guesses of whoever has a session count apart from failed logins, which anybody can cause: so nobody without a session
 * can keep its owner from changing the password.
 */
export const passwordChangeBuckets = (userId: string): Bucket[] => [
  { key: `user ${userId} passwords`, limit: passwordLimit },
]

/** Forgets the failures of a user, not those of the networks that they came from. Gives how many buckets that emptied. */
export const forgetFailures = (db: Sql, userId: string): Promise<number> =>
  // Behind a space there is nothing before an exclamation mark.
  removeAttemptsBetween(db, `user ${userId} `, `user ${userId}!`)

/** Forgets the failures that were counted by a name itself, as those with an e-mail address are unless sign-up is open. */
export const forgetFailuresOfName = (db: Sql, name: string): Promise<number> =>
  removeAttemptsBetween(db, `name ${nameDigest(name)}`, `name ${nameDigest(name)}!`)

/** One bucket for every spelling of a name; as a digest, for people type passwords into the wrong field. */
const nameDigest = (name: string): string =>
  createHash('sha256')
    .update(loginNameKey(name) ?? name)
    .digest('base64url')
