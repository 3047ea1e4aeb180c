import { usernameKey } from '#contract/rules/names.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import type { User } from '../core/user.ts'

/** The orders in which users are listed. A `-` reverses an order. */
export type Sort = 'created_at' | '-created_at' | 'username' | '-username'

/** The place of a user in an order. `key` is the time of creation in epoch milliseconds, or the username in lower case. */
export interface Place {
  key: number | string
  id: string
}

type Comparison = readonly [begin: Fragment, between: Fragment, end: Fragment]

/**
 * The SQL that depends on the order. The three parts of a comparison go before, between and after the key and the id of a place.
 */
export interface Order {
  /** `first` is the place before all users, and `last` the place after all of them. */
  first: Place
  last: Place
  /**
   * `isAfter` is "comes after this place", `isUpTo` is "is at this place or comes before it". Both use the index of the order.
   */
  isAfter: Comparison
  isUpTo: Comparison
  /**
   * The comparison "comes after this place", hidden from the index of the order, for statements that begin with something rarer.
   */
  isAfterHidden: Comparison
  orderBy: Fragment
  orderByHidden: Fragment
  /** The columns of a place. */
  place: Fragment
}

const comma = sql`, `
const close = sql`)`

const earliest: Place = { key: -1, id: '' }
const latest: Place = { key: Number.MAX_SAFE_INTEGER, id: '' }

// A username is unique, so that its order needs no id. The id is bound in a condition that is always true, because all orders use
// the same statements.
const andId = sql` AND CAST(`
const asText = sql` AS TEXT) IS NOT NULL`
const beforeAllNames: Place = { key: '', id: '' }
const afterAllNames: Place = { key: '\u{10ffff}', id: '' }

export const orders: Readonly<Record<Sort, Order>> = {
  created_at: {
    ...{ first: earliest, last: latest, place: sql`created_at AS key, id` },
    isAfter: [sql`(created_at, id) > (`, comma, close],
    isUpTo: [sql`(created_at, id) <= (`, comma, close],
    isAfterHidden: [sql`(created_at + 0, id) > (`, comma, close],
    orderBy: sql`created_at, id`,
    orderByHidden: sql`created_at + 0, id`,
  },
  '-created_at': {
    ...{ first: latest, last: earliest, place: sql`created_at AS key, id` },
    isAfter: [sql`(created_at, id) < (`, comma, close],
    isUpTo: [sql`(created_at, id) >= (`, comma, close],
    isAfterHidden: [sql`(created_at + 0, id) < (`, comma, close],
    orderBy: sql`created_at DESC, id DESC`,
    orderByHidden: sql`created_at + 0 DESC, id DESC`,
  },
  username: {
    ...{ first: beforeAllNames, last: afterAllNames, place: sql`username_key AS key, id` },
    isAfter: [sql`username_key > `, andId, asText],
    isUpTo: [sql`username_key <= `, andId, asText],
    isAfterHidden: [sql`username_key || '' > `, andId, asText],
    orderBy: sql`username_key`,
    orderByHidden: sql`username_key || ''`,
  },
  '-username': {
    ...{ first: afterAllNames, last: beforeAllNames, place: sql`username_key AS key, id` },
    isAfter: [sql`username_key < `, andId, asText],
    isUpTo: [sql`username_key >= `, andId, asText],
    isAfterHidden: [sql`username_key || '' < `, andId, asText],
    orderBy: sql`username_key DESC`,
    orderByHidden: sql`username_key || '' DESC`,
  },
}

/**
 * The orders in which users whose username or address begins with a prefix are read. `isAfter` includes the place itself, because
 * a key may be equal to the prefix.
 */
export const keyOrders = {
  username: { ...orders.username, isAfter: [sql`username_key >= `, andId, asText] },
  email: {
    ...orders.username,
    place: sql`email_key AS key, id`,
    isAfter: [sql`email_key >= `, andId, asText],
    isUpTo: [sql`email_key <= `, andId, asText],
    orderBy: sql`email_key`,
  },
} as const satisfies Record<string, Order>

const opposites: Readonly<Record<Sort, Sort>> = {
  created_at: '-created_at',
  '-created_at': 'created_at',
  username: '-username',
  '-username': 'username',
}

export const oppositeOf = (sort: Sort): Sort => opposites[sort]

export const isByAge = (sort: Sort): boolean => sort === 'created_at' || sort === '-created_at'

export const placeOf = (user: User, sort: Sort): Place => ({
  key: isByAge(sort) ? user.createdAt : usernameKey(user.username),
  id: user.id,
})

/** Compares two users for `Array.sort`. Names are ASCII, so that their order is the same as in the databases. */
export function compareUsers(sort: Sort, one: User, other: User): number {
  const [a, b] = [placeOf(one, sort), placeOf(other, sort)]
  const isLess = a.key < b.key || (a.key === b.key && a.id < b.id)
  return isLess === !sort.startsWith('-') ? -1 : 1
}
