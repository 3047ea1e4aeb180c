import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { User } from '../core/user.ts'
import { toUser, type UserRow, userColumns } from '../core/user-store.ts'

export interface SearchFilter {
  /** A part of a username, an e-mail address or a name, or a whole id. */
  text: string
  status: User['status'] | null
  role: User['role'] | null
  after: Position
  createdBefore: number
}

/** Makes the two patterns of a text: as it was typed, and in lower case as the keys are. */
function patternsOf(text: string): { typed: string; lower: string } {
  const typed = `%${text.replace(/[!%_]/g, '!$&')}%`
  return { typed, lower: typed.toLowerCase() }
}

/**
 * Finds the users between two positions, up to and including `upTo`, whose username, address or name has a text anywhere. It reads
 * all of them, so that the caller bounds the range. Keys are in lower case. A name is compared in lower case too and as it was
 * typed, because SQLite changes the case of ASCII letters only.
 */
export async function searchBetween(
  db: Sql,
  { text, status, role, after, upTo }: Omit<SearchFilter, 'createdBefore'> & { upTo: Position },
  limit: number,
): Promise<User[]> {
  const { typed, lower } = patternsOf(text)
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND (created_at, id) <= (${upTo.createdAt}, ${upTo.id})
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (username_key LIKE ${lower} ESCAPE '!' OR email_key LIKE ${lower} ESCAPE '!'
        OR name LIKE ${typed} ESCAPE '!' OR LOWER(name) LIKE ${lower} ESCAPE '!')
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/** Returns true when at least one in a hundred of the next 5,000 users has a text, whatever their role and status are. */
export async function fitsMany(
  db: Sql,
  filter: Omit<SearchFilter, 'createdBefore'> & { upTo: Position },
): Promise<boolean> {
  const many = 50
  return (await searchBetween(db, { ...filter, status: null, role: null }, many)).length === many
}

/** Finds those of the given users who fit a filter. `+created_at` hides the column from its index: the ids are what is rare. */
export async function searchAmong(
  db: Sql,
  { text, status, role, after, createdBefore }: SearchFilter,
  ids: string[],
  limit: number,
): Promise<User[]> {
  const { typed, lower } = patternsOf(text)
  const list = idLists[db.engine]
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE id ${list.begin}${JSON.stringify(ids)}${list.end}
      AND (+created_at, id) > (${after.createdAt}, ${after.id}) AND +created_at < ${createdBefore}
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (username_key LIKE ${lower} ESCAPE '!' OR email_key LIKE ${lower} ESCAPE '!'
        OR name LIKE ${typed} ESCAPE '!' OR LOWER(name) LIKE ${lower} ESCAPE '!')
    ORDER BY +created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}

/** How each engine reads a JSON array of ids as a list. */
const idLists = {
  sqlite: { begin: sql`IN (SELECT value FROM json_each(`, end: sql`))` },
  postgres: { begin: sql`= ANY (ARRAY(SELECT json_array_elements_text(CAST(`, end: sql` AS JSON))))` },
}
