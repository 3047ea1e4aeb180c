import { usernameKey } from '#contract/rules/names.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import type { User } from '../core/user.ts'

/** The orders in which users are listed; with `-` the last comes first. */
export type Sort = 'created_at' | '-created_at' | 'username' | '-username'

/** The place of a user in an order. `key` is the time of creation in epoch milliseconds, or the username in lower case. */
export interface Place {
  key: number | string
  id: string
}

type Comparison = readonly [begin: Fragment, between: Fragment, end: Fragment]

/** What the statements need of an order. Each comparison is written around the key and the id of a place. */
export interface Order {
  /** The place before all users, and the place behind all of them. */
  first: Place
  last: Place
  /** "Comes after this place", and "is at this place or comes before it", so that the index of the order is used. */
  isAfter: Comparison
  isUpTo: Comparison
  /** The same "comes after", hidden from the index of the order, for statements that begin with something rarer. */
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

// A username is unique, so that its order needs no id. The id is bound all the same, because the statements are the same ones.
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
 * The orders in which the users of a prefix are read, by username and by address. `isAfter` includes the place itself, because a key may be
 * the prefix.
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

/** Compares two users as `Array.sort` wants it. Names are ASCII, so that their order is that of the databases. */
export function compareUsers(sort: Sort, one: User, other: User): number {
  const [a, b] = [placeOf(one, sort), placeOf(other, sort)]
  const isLess = a.key < b.key || (a.key === b.key && a.id < b.id)
  return isLess === !sort.startsWith('-') ? -1 : 1
}
