import { setImmediate as nextTurn } from 'node:timers/promises'
import { isUuid } from '#contract/declaration/fields.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { findCandidates } from './search-index.ts'
import { compareUsers, isByAge, keyOrders, orders, type Position, type Sort } from './user-order.ts'
import {
  endOf,
  findAmong,
  findBetween,
  findEndOfChunk,
  findIdsBetween,
  type Source,
  type Stretch,
  type UserFilter,
} from './user-page-store.ts'

/** The number of chunks (of 5,000 users each) that one request looks through. It bounds the time of a request. */
export const maxChunks = 10

/** The largest number of users for whom a filter counts as rare. All users who match a rare filter are read and sorted. */
const maxCandidates = 5_000
const candidatesBatchSize = 1_000

interface Found {
  found: User[]
  /** The position where the next request continues, when this one has read as many users as it may; otherwise undefined. */
  goesOnAfter: Position | undefined
}

interface Page {
  filter: UserFilter
  sort: Sort
  /** The position after which the page begins; undefined at the beginning of the list. */
  after: Position | undefined
}

/**
 * Finds the next users of a list. If the filter is rare, which means that an index narrows it down to 5,000 users, these users
 * are read and sorted. That can be a filter by id, by the beginning or a part of a name, or, in a list sorted by name, by role,
 * status or time of creation. Otherwise the users are read in the order of the list, in chunks, because a long statement would
 * block the event loop on SQLite.
 */
export async function findUsers(db: Sql, page: Page, limit: number): Promise<Found> {
  const { filter, sort } = page
  const rare = await findRareIds(db, page)
  if (rare) return readCandidates(db, page, rare, limit)
  const stretch = stretchOf(page)
  if (!isFiltered(filter, stretch.source) && (isByAge(sort) || !isLimited(filter)))
    return { found: await findBetween(db, filter, stretch, limit), goesOnAfter: undefined }
  const end = await findEndOfChunk(db, stretch)
  const near = await findBetween(db, filter, { ...stretch, upTo: end ?? stretch.upTo }, limit)
  if (near.length === limit || !end) return { found: near, goesOnAfter: undefined }
  const candidates = await findIdsByText(db, filter, { ...stretch, upTo: end })
  if (candidates) return readCandidates(db, { filter, sort, after: page.after }, candidates, limit)
  return walk(db, { filter, stretch: { ...stretch, after: end } }, near, limit)
}

/** Returns the range of the list after a position, in the index that contains the fewest users who do not match the filter. */
export function stretchOf({ filter, sort, after }: Page): Stretch {
  const order = orders[sort]
  if (!isByAge(sort)) return { source: 'all', order, after: after ?? order.first, upTo: order.last }
  const oldest = { key: filter.createdAfter + 1, id: '' }
  const youngest = { key: filter.createdBefore, id: '' }
  const [first, last] = sort === 'created_at' ? [oldest, youngest] : [youngest, oldest]
  // A range has one bound on each side, the narrower of the position and the filter. With two bounds on a side, the database
  // would seek to one of them and filter every row after it.
  const key = Number(after?.key ?? first.key)
  const isOutside = sort === 'created_at' ? key < first.key : key > first.key
  return { source: sourceOf(filter), order, after: isOutside ? first : (after ?? first), upTo: last }
}

/** Returns the partial index that fits a filter: of several, the one that usually has the fewest users. */
function sourceOf({ role, status, hasFactor, isVerified }: UserFilter): Source {
  if (role === 'admin') return 'admins'
  if (status === 'suspended') return 'suspended'
  if (hasFactor === 'true') return 'factors'
  return isVerified === 'false' ? 'unconfirmed' : 'all'
}

/** Returns whether an index may contain users who do not match a filter. The filter by time of creation is not considered. */
export function isFiltered(filter: UserFilter, source: Source): boolean {
  const { prefix, text, role, status, hasFactor, hasLoggedIn, isVerified } = filter
  const others: unknown[] = [prefix, text, hasFactor, hasLoggedIn]
  if (source !== 'admins') others.push(role)
  if (source !== 'suspended') others.push(status)
  if (source !== 'unconfirmed') others.push(isVerified)
  return others.some((one) => one !== null)
}

/**
 * Returns the ids of at most `maxCandidates` users, which include every user who matches the filter; undefined when no index
 * narrows the users down that far.
 */
async function findRareIds(db: Sql, { filter, sort }: Page): Promise<string[] | undefined> {
  if (filter.text !== null && isUuid(filter.text.trim())) return [filter.text.trim().toLowerCase()]
  const named = filter.prefix === null ? undefined : await findIdsByPrefix(db, filter.prefix)
  if (named || isByAge(sort)) return named
  const byAge = stretchOf({ filter, sort: 'created_at', after: undefined })
  if (byAge.source === 'all' && !isLimited(filter)) return undefined
  return unlessMany(await findIdsBetween(db, byAge, maxCandidates + 1))
}

const isLimited = ({ createdAfter, createdBefore }: UserFilter): boolean =>
  createdAfter >= 0 || createdBefore < Number.MAX_SAFE_INTEGER

/**
 * Returns the ids of all users whose username or address begins with a text; undefined when they are more than `maxCandidates`.
 */
export async function findIdsByPrefix(db: Sql, prefix: string): Promise<string[] | undefined> {
  const found = new Set<string>()
  for (const order of [keyOrders.username, keyOrders.email]) {
    const ids = unlessMany(await findIdsBetween(db, namedStretch(prefix, order), maxCandidates + 1))
    if (!ids) return undefined
    for (const id of ids) found.add(id)
  }
  return [...found]
}

/** Returns the range of users whose username begins with a prefix, or whose address does when `order` is by address. */
export const namedStretch = (prefix: string, order: Stretch['order']): Stretch => ({
  source: 'all',
  order,
  after: { key: prefix, id: '' },
  upTo: { key: endOf(prefix), id: '' },
})

const unlessMany = (ids: string[]): string[] | undefined => (ids.length > maxCandidates ? undefined : ids)

/**
 * Returns the ids of all users that the indexes of trigrams find for a text; undefined without a text, when the text is common, and
 * when it is too short for an index.
 * A text that is common in the next chunk is not looked up in the index: PostgreSQL reads all entries of a text before it returns
 * the first.
 */
async function findIdsByText(db: Sql, filter: UserFilter, near: Stretch): Promise<string[] | undefined> {
  if (filter.text === null) return undefined
  const many = 50
  const anyOther = {
    ...filter,
    role: null,
    status: null,
    isVerified: null,
    hasFactor: null,
    hasLoggedIn: null,
  }
  if ((await findBetween(db, anyOther, near, many)).length === many) return undefined
  const indexed = await findCandidates(db, filter.text, maxCandidates + 1)
  return indexed && unlessMany([...new Set([...indexed, ...filter.unfolded])])
}

async function readCandidates(
  db: Sql,
  { filter: given, sort, after }: Page,
  ids: readonly string[],
  limit: number,
): Promise<Found> {
  const isId = given.text !== null && isUuid(given.text.trim())
  const filter = isId ? { ...given, text: null } : given
  const order = orders[sort]
  let found: User[] = []
  for (const batch of batchesOf(ids)) {
    if (found.length > 0) await nextTurn()
    const fitting = await findAmong(db, batch, { filter, order, after: after ?? order.first }, limit)
    found = [...found, ...fitting].sort((one, other) => compareUsers(sort, one, other)).slice(0, limit)
  }
  return { found, goesOnAfter: undefined }
}

export function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += candidatesBatchSize)
    yield ids.slice(from, from + candidatesBatchSize)
}

/** Reads the chunks after the first one, whose users are in `near`, until `limit` users are found or `maxChunks` were read. */
async function walk(
  db: Sql,
  { filter, stretch }: { filter: UserFilter; stretch: Stretch },
  near: User[],
  limit: number,
): Promise<Found> {
  const found = [...near]
  let { after } = stretch
  for (let chunk = 2; ; chunk++) {
    await nextTurn()
    const end = await findEndOfChunk(db, { ...stretch, after })
    const upTo = end ?? stretch.upTo
    found.push(...(await findBetween(db, filter, { ...stretch, after, upTo }, limit - found.length)))
    if (found.length === limit || !end) return { found, goesOnAfter: undefined }
    if (chunk === maxChunks) return { found, goesOnAfter: end }
    after = end
  }
}
