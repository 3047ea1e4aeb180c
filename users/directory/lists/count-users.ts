import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '#runtime/database/database.ts'
import { batchesOf, findIdsByPrefix, isFiltered, maxChunks, namedStretch, stretchOf } from './find-users.ts'
import { keyOrders, orders } from './user-order.ts'
import {
  countAmong,
  countBetween,
  countStretch,
  findEndOfChunk,
  type Stretch,
  type UserFilter,
} from './user-page-store.ts'

interface Count {
  total: number
  /** True when there may be more users: the count has reached its limit, or the limit on users that it may read. */
  totalIsCapped: boolean
}

/** Counts the users who match a filter, up to `atMost`. An exact count of millions of rows would be a full scan for no use. */
export async function countUsers(db: Sql, filter: UserFilter, atMost: number): Promise<Count> {
  const { prefix } = filter
  const rare = prefix === null ? undefined : await findIdsByPrefix(db, prefix)
  if (rare) return upTo(atMost, await countIds(db, filter, rare))
  const stretch = stretchOf({ filter, sort: 'created_at', after: undefined })
  if (!isFiltered(filter, stretch.source)) return upTo(atMost, await countStretch(db, stretch, atMost + 1))
  // Counting by the indexes of usernames and addresses is cheaper than reading all users who were created in a long time.
  if (prefix !== null && stretch.source === 'all' && (await findEndOfChunk(db, stretch)))
    return countNamed(db, { ...filter, prefix }, atMost)
  return countIn(db, filter, stretch, { atMost, next: (position) => position })
}

const upTo = (atMost: number, total: number): Count => ({
  total: Math.min(total, atMost),
  totalIsCapped: total > atMost,
})

async function countIds(db: Sql, filter: UserFilter, ids: readonly string[]): Promise<number> {
  const order = orders.created_at
  let total = 0
  for (const batch of batchesOf(ids)) {
    total += await countAmong(db, batch, { filter, order, after: order.first })
    await nextTurn()
  }
  return total
}

/**
 * Counts users by a prefix that many have: first those whose username begins with it, then those of whom only the address does.
 */
async function countNamed(db: Sql, filter: UserFilter & { prefix: string }, atMost: number): Promise<Count> {
  const { prefix } = filter
  // The comparison of these orders includes the position itself. A control character sorts before all characters of a key, so with
  // one at its end the last key becomes the next position, and no user is counted twice.
  const next = ({ key, id }: Stretch['after']) => ({ key: `${key}\u0001`, id })
  const names = await countIn(db, filter, namedStretch(prefix, keyOrders.username), { atMost, next })
  if (names.total === atMost && names.totalIsCapped) return names
  const others = await countIn(
    db,
    { ...filter, exceptNamed: prefix },
    namedStretch(prefix, keyOrders.email),
    { atMost: atMost - names.total, next },
  )
  return {
    total: names.total + others.total,
    totalIsCapped: names.totalIsCapped || others.totalIsCapped,
  }
}

/** Counts in chunks, at most `maxChunks` of them, because a long statement would block the event loop on SQLite. */
async function countIn(
  db: Sql,
  filter: UserFilter,
  stretch: Stretch,
  { atMost, next }: { atMost: number; next: (end: Stretch['after']) => Stretch['after'] },
): Promise<Count> {
  let total = 0
  let { after } = stretch
  for (let chunk = 1; ; chunk++) {
    const end = await findEndOfChunk(db, { ...stretch, after })
    const piece = { ...stretch, after, upTo: end ?? stretch.upTo }
    total += await countBetween(db, filter, piece, atMost + 1 - total)
    if (total > atMost || !end) return upTo(atMost, total)
    if (chunk === maxChunks) return { total, totalIsCapped: true }
    after = next(end)
    await nextTurn()
  }
}
