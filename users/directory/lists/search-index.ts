import { isAscii } from '#contract/rules/fold-text.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { readSearch, separators } from './searched-text.ts'

const asciiLowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Returns the runs of three consecutive characters of a text (trigrams), each once. A name that contains the text has all of
 * them. Only ASCII letters change their case, as in the index of PostgreSQL; SQLite's index folds all other letters by itself.
 */
function trigramsOf(text: string): string[] {
  const characters = [...asciiLowerCase(text)]
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))]
}

/**
 * Returns the ids of users among whom are all who match a text, in no order: `limit` of them when there may be more. Returns
 * undefined for a text that no index can find, which is one ASCII character.
 */
export async function findCandidates(db: Sql, text: string, limit: number): Promise<string[] | undefined> {
  const { folded, typed, part, beginning, needle } = readSearch(text)
  if (beginning?.length === 1) return undefined
  const found = new Set<string>()
  const add = (ids: string[]) => {
    for (const id of ids) found.add(id)
  }
  if (needle !== null) add(await findFolded(db, trigramsOf(needle), limit))
  const written = new Set([part !== null && isAscii(part) ? part : null, typed && asciiLowerCase(typed)])
  for (const one of written) if (one !== null) add(await findWritten(db, 'all', trigramsOf(one), limit))
  if (beginning !== null) {
    const inWords = ['\n', ...separators].map((separator) => separator + folded)
    add(await findWritten(db, 'any', inWords, limit))
  }
  return [...found].slice(0, limit)
}

/** Finds users whose username, address and name, as they were written, have all or any of these trigrams. */
async function findWritten(
  db: Sql,
  which: 'all' | 'any',
  trigrams: string[],
  limit: number,
): Promise<string[]> {
  const rows =
    db.engine === 'sqlite'
      ? await db.query<{ id: string }>`
          SELECT user_id AS id FROM user_documents
          WHERE document IN (
            SELECT rowid FROM user_search WHERE user_search MATCH ${toMatch(trigrams, which)} LIMIT ${limit})`
      : await db.query<{ id: string }>`
          SELECT id FROM users
          WHERE user_trigrams(username_key || chr(10) || email_key || chr(10) || COALESCE(name, ''))
            ${which === 'all' ? sql`@>` : sql`&&`} CAST(${toArray(trigrams)} AS TEXT[]) LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** Finds users whose folded text has all of these trigrams. */
async function findFolded(db: Sql, trigrams: string[], limit: number): Promise<string[]> {
  const rows =
    db.engine === 'sqlite'
      ? await db.query<{ id: string }>`
          SELECT user_id AS id FROM user_folds
          WHERE document IN (
            SELECT rowid FROM user_fold_search WHERE user_fold_search MATCH ${toMatch(trigrams, 'all')} LIMIT ${limit})`
      : await db.query<{ id: string }>`
          SELECT user_id AS id FROM user_folds
          WHERE user_trigrams(folded) @> CAST(${toArray(trigrams)} AS TEXT[]) LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** Quotes each trigram, so that nothing in it is an operator of the query language of FTS5. */
const toMatch = (trigrams: string[], which: 'all' | 'any'): string =>
  trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(which === 'all' ? ' AND ' : ' OR ')

/** Writes an array literal of PostgreSQL. It is a plain value, so that the planner compares it with its statistics. */
const toArray = (trigrams: string[]): string =>
  `{${trigrams.map((trigram) => `"${trigram.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
