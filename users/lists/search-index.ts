import type { Sql } from '#runtime/database/database.ts'

/**
 * Returns the runs of three consecutive characters of a text (trigrams), each once. A name that contains the text has all of
 * them. Only ASCII letters change their case, as in the index of PostgreSQL; SQLite's index folds all other letters by itself.
 */
export function trigramsOf(text: string): string[] {
  const characters = [...text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))]
}

/** Finds the ids of at most `limit` users whose username, address and name together have all of these trigrams, in no order. */
export async function findCandidates(db: Sql, trigrams: string[], limit: number): Promise<string[]> {
  const rows =
    db.engine === 'sqlite'
      ? await db.query<{ id: string }>`
          SELECT user_id AS id FROM user_documents
          WHERE document IN (SELECT rowid FROM user_search WHERE user_search MATCH ${toMatch(trigrams)} LIMIT ${limit})`
      : await db.query<{ id: string }>`
          SELECT id FROM users
          WHERE user_trigrams(username_key || chr(10) || email_key || chr(10) || COALESCE(name, ''))
            @> CAST(${toArray(trigrams)} AS TEXT[]) LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** Quotes each trigram, so that nothing in it is an operator of the query language of FTS5. */
const toMatch = (trigrams: string[]): string =>
  trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')

/** Writes an array literal of PostgreSQL. It is a plain value, so that the planner compares it with its statistics. */
const toArray = (trigrams: string[]): string =>
  `{${trigrams.map((trigram) => `"${trigram.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
