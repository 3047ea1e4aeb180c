import { setImmediate as nextTurn } from 'node:timers/promises'
import { isUuid } from '#contract/fields.ts'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { findCandidates, trigramsOf } from './search-index.ts'
import { fitsMany, type SearchFilter, searchAmong, searchBetween } from './search-store.ts'
import { findEndOfChunk } from './user-page-store.ts'

/** The number of chunks (of 5,000 users each) that one request looks through when a text is common. It bounds the time of a request. */
const maxChunks = 10

/** A text is common when the index has more users for it than these. The rows of at most as many are read and sorted. */
const maxCandidates = 5_000
const candidatesBatchSize = 1_000

interface Found {
  found: User[]
  /** The position where the next request continues when this one has looked through as many users as it may. */
  goesOnAfter: Position | undefined
}

/**
 * Finds users with a text anywhere in the username, address or name, or with this id, oldest first. A text that fills its page from
 * the next 5,000 users needs no index. A rare text is found by the index of trigrams. A common text whose matches are not near, or do
 * not fit the other filters, is looked for by age in chunks, because reading all its matches would hold up other requests.
 */
export async function searchUsers(db: Sql, filter: SearchFilter, limit: number): Promise<Found> {
  if (isUuid(filter.text)) {
    const ids = [filter.text.toLowerCase()]
    return { found: await searchAmong(db, { ...filter, text: '' }, ids, limit), goesOnAfter: undefined }
  }
  const end = await findEndOfChunk(db, filter)
  const near = await searchBetween(db, { ...filter, upTo: end ?? endOf(filter) }, limit)
  if (near.length === limit || !end) return { found: near, goesOnAfter: undefined }
  const candidates = await rareCandidates(db, filter, { upTo: end })
  if (candidates)
    return { found: await readCandidates(db, filter, candidates, limit), goesOnAfter: undefined }
  return walk(db, { ...filter, after: end }, near, limit)
}

const endOf = ({ createdBefore }: SearchFilter): Position => ({ createdAt: createdBefore, id: '' })

/**
 * Returns the ids of all users that the index has for a text, or undefined when the text is common. A text that is common in the next
 * chunk is not asked of the index: PostgreSQL reads all entries of a text before it gives the first.
 */
async function rareCandidates(
  db: Sql,
  filter: SearchFilter,
  { upTo }: { upTo: Position },
): Promise<string[] | undefined> {
  const trigrams = trigramsOf(filter.text)
  if (trigrams.length === 0 || (await fitsMany(db, { ...filter, upTo }))) return undefined
  const ids = await findCandidates(db, trigrams, maxCandidates + 1)
  return ids.length > maxCandidates ? undefined : ids
}

async function readCandidates(db: Sql, filter: SearchFilter, ids: string[], limit: number): Promise<User[]> {
  let found: User[] = []
  for (let from = 0; from < ids.length; from += candidatesBatchSize) {
    if (from > 0) await nextTurn()
    const batch = ids.slice(from, from + candidatesBatchSize)
    found = [...found, ...(await searchAmong(db, filter, batch, limit))].sort(byAge).slice(0, limit)
  }
  return found
}

const byAge = (one: User, other: User): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)

/** Continues behind the first chunk. It reads users in chunks, because one long statement would block the event loop on SQLite. */
async function walk(db: Sql, filter: SearchFilter, near: User[], limit: number): Promise<Found> {
  const found = [...near]
  let { after } = filter
  for (let chunk = 2; ; chunk++) {
    await nextTurn()
    const end = await findEndOfChunk(db, { ...filter, after })
    found.push(
      ...(await searchBetween(db, { ...filter, after, upTo: end ?? endOf(filter) }, limit - found.length)),
    )
    if (found.length === limit || !end) return { found, goesOnAfter: undefined }
    if (chunk === maxChunks) return { found, goesOnAfter: end }
    after = end
  }
}
