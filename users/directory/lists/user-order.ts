import { usernameKey } from '#contract/rules/names.ts'
import { type Fragment, sql } from '#runtime/database/sql.ts'
import type { User } from '../../core/user.ts'

/** The orders in which users are listed. A `-` reverses an order. */
export type Sort = 'created_at' | '-created_at' | 'username' | '-username'

/** The position of a user in an order. `key` is the time of creation in epoch milliseconds, or the username in lower case. */
export interface Position {
  key: number | string
  id: string
}

type Comparison = readonly [begin: Fragment, between: Fragment, end: Fragment]

/**
 * The SQL fragments of an order of users. A comparison has three fragments: before the key of a position, between its key and its
 * id, and after its id.
 */
export interface Order {
  /** `first` is the position before all users, and `last` the position after all of them. */
  first: Position
  last: Position
  /** `isAfter` selects the rows after a position, `isUpTo` the rows up to and including it. Both use the index of the order. */
  isAfter: Comparison
  isUpTo: Comparison
  /** As `isAfter`, but hidden from the index of the order: for statements that already select few rows by another index. */
  isAfterHidden: Comparison
  orderBy: Fragment
  orderByHidden: Fragment
  /** The columns of a position. */
  position: Fragment
}

const comma = sql`, `
const close = sql`)`

const earliest: Position = { key: -1, id: '' }
const latest: Position = { key: Number.MAX_SAFE_INTEGER, id: '' }

// Usernames are unique, so ordering by username needs no id. All orders share the same statements, which bind an id, so this
// condition takes the id and is always true.
const andId = sql` AND CAST(`
const asText = sql` AS TEXT) IS NOT NULL`
const beforeAllNames: Position = { key: '', id: '' }
const afterAllNames: Position = { key: '\u{10ffff}', id: '' }

export const orders: Readonly<Record<Sort, Order>> = {
  created_at: {
    first: earliest,
    last: latest,
    position: sql`created_at AS key, id`,
    isAfter: [sql`(created_at, id) > (`, comma, close],
    isUpTo: [sql`(created_at, id) <= (`, comma, close],
    isAfterHidden: [sql`(created_at + 0, id) > (`, comma, close],
    orderBy: sql`created_at, id`,
    orderByHidden: sql`created_at + 0, id`,
  },
  '-created_at': {
    first: latest,
    last: earliest,
    position: sql`created_at AS key, id`,
    isAfter: [sql`(created_at, id) < (`, comma, close],
    isUpTo: [sql`(created_at, id) >= (`, comma, close],
    isAfterHidden: [sql`(created_at + 0, id) < (`, comma, close],
    orderBy: sql`created_at DESC, id DESC`,
    orderByHidden: sql`created_at + 0 DESC, id DESC`,
  },
  username: {
    first: beforeAllNames,
    last: afterAllNames,
    position: sql`username_key AS key, id`,
    isAfter: [sql`username_key > `, andId, asText],
    isUpTo: [sql`username_key <= `, andId, asText],
    isAfterHidden: [sql`username_key || '' > `, andId, asText],
    orderBy: sql`username_key`,
    orderByHidden: sql`username_key || ''`,
  },
  '-username': {
    first: afterAllNames,
    last: beforeAllNames,
    position: sql`username_key AS key, id`,
    isAfter: [sql`username_key < `, andId, asText],
    isUpTo: [sql`username_key >= `, andId, asText],
    isAfterHidden: [sql`username_key || '' < `, andId, asText],
    orderBy: sql`username_key DESC`,
    orderByHidden: sql`username_key || '' DESC`,
  },
}

/**
 * The orders by username and by address, in which users are read whose username or address begins with a prefix. `isAfter`
 * includes the position itself, because a key may be equal to the prefix.
 */
export const keyOrders = {
  username: { ...orders.username, isAfter: [sql`username_key >= `, andId, asText] },
  email: {
    ...orders.username,
    position: sql`email_key AS key, id`,
    isAfter: [sql`email_key >= `, andId, asText],
    isUpTo: [sql`email_key <= `, andId, asText],
    orderBy: sql`email_key`,
  },
} as const satisfies Record<string, Order>

const noId = '00000000-0000-0000-0000-000000000000'
const positionsBeforeAll: Readonly<Record<Sort, Position>> = {
  created_at: { key: 0, id: noId },
  '-created_at': { key: 999_999_999_999_999, id: noId },
  // Every username begins with a letter or a digit, which sorts between `!` and `~`.
  username: { key: '!', id: noId },
  '-username': { key: '~', id: noId },
}

/**
 * Returns a position before all users of an order, in a form that a cursor can hold. The `first` of the order cannot be put into
 * a cursor.
 */
export const beforeAllOf = (sort: Sort): Position => positionsBeforeAll[sort]

const opposites: Readonly<Record<Sort, Sort>> = {
  created_at: '-created_at',
  '-created_at': 'created_at',
  username: '-username',
  '-username': 'username',
}

export const oppositeOf = (sort: Sort): Sort => opposites[sort]

export const isByAge = (sort: Sort): boolean => sort === 'created_at' || sort === '-created_at'

export const positionOf = (user: User, sort: Sort): Position => ({
  key: isByAge(sort) ? user.createdAt : usernameKey(user.username),
  id: user.id,
})

/** Compares two users for `Array.sort`. Names are ASCII, so that their order is the same as in the databases. */
export function compareUsers(sort: Sort, one: User, other: User): number {
  const [a, b] = [positionOf(one, sort), positionOf(other, sort)]
  const isLess = a.key < b.key || (a.key === b.key && a.id < b.id)
  return isLess === !sort.startsWith('-') ? -1 : 1
}
