import { createHash } from 'node:crypto'
import type { SignedInCaller } from '#contract/endpoint.ts'
import { loginNameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { networkBuckets } from '#runtime/network.ts'
import { removeAttemptsBetween } from './login-attempt-store.ts'
import { addressLimit, type Limit, passwordLimit } from './login-limits.ts'

/** A bucket counts attempts together, under one key and one limit. */
export interface Bucket {
  key: string
  limit: Limit
}

/**
 * Returns the buckets that a login is counted in: that of the user, whichever name was given, and those of the client's networks.
 * A network that the user has logged in from before has its own buckets, so that the guesses of strangers elsewhere or with other
 * names do not lock the user out. A name that nobody has is counted as a user would be.
 */
export function loginBuckets(login: {
  /** The id of the user, or the key of a name that means nobody. */
  countedBy: string
  address: string
  /** The network of the address, if a user has logged in from it before. */
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
 * Returns the buckets for guesses at the current password of a signed-in user. They are apart from failed logins, which anybody
 * can cause, and apart for each session, so that no other client can keep an owner from changing the password. A thief gets no
 * more guesses from more sessions, because a session needs the password.
 */
export const passwordChangeBuckets = ({ userId, sessionId }: SignedInCaller): Bucket[] => [
  { key: `user ${userId} passwords ${sessionId}`, limit: passwordLimit },
]

/** Forgets the failures of a user, but not those of networks. Returns how many buckets were removed. */
export const forgetFailures = (db: Sql, userId: string): Promise<number> =>
  // The exclamation mark is the character after the space, so the range holds exactly the keys with this prefix.
  removeAttemptsBetween(db, `user ${userId} `, `user ${userId}!`)

/** Forgets the failures that were counted by a login name. E-mail addresses are counted so unless sign-up is open. */
export const forgetFailuresOfName = (db: Sql, name: string): Promise<number> =>
  removeAttemptsBetween(db, nameKey(name), `${nameKey(name)}!`)

/** Forgets the failures of a name that came from networks where its user has logged in before. */
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
