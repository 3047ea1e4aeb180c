import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { type SearchFilter, searchBetween } from './search-store.ts'
import { findEndOfChunk } from './user-page-store.ts'

/**
 * The number of chunks (of 5,000 users each) that one request looks through. It bounds the time of a request, whatever is searched
 * for and however many users there are.
 */
const maxChunks = 10

/**
 * Looks for users with a text anywhere in the username, address or name, oldest first. It reads users by age in chunks, because one
 * long statement would block the event loop on SQLite. `goesOnAfter` is where the next request continues when this one has looked
 * through as many users as it may; undefined when it has not.
 */
export async function searchUsers(
  db: Sql,
  filter: SearchFilter,
  limit: number,
): Promise<{ found: User[]; goesOnAfter: Position | undefined }> {
  const found: User[] = []
  let { after } = filter
  for (let chunk = 1; ; chunk++) {
    const end = await findEndOfChunk(db, { ...filter, after })
    const upTo = end ?? { createdAt: filter.createdBefore, id: '' }
    found.push(...(await searchBetween(db, { ...filter, after, upTo }, limit - found.length)))
    if (found.length === limit || !end) return { found, goesOnAfter: undefined }
    if (chunk === maxChunks) return { found, goesOnAfter: end }
    after = end
    await nextTurn()
  }
}
