import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { toUser, type UserRow, userColumns } from '../core/user-store.ts'

export interface SearchFilter {
  /** A part of a username, an e-mail address or a name. */
  text: string
  status: User['status'] | null
  role: User['role'] | null
  after: Position
  createdBefore: number
}

/**
 * Finds the users between two positions, up to and including `upTo`, whose username, address or name has a text anywhere. No index
 * helps with that, so that the caller bounds the range. Keys are in lower case. A name is compared in lower case too and as it was
 * typed, because SQLite changes the case of ASCII letters only.
 */
export async function searchBetween(
  db: Sql,
  { text, status, role, after, upTo }: Omit<SearchFilter, 'createdBefore'> & { upTo: Position },
  limit: number,
): Promise<User[]> {
  const typed = `%${text.replace(/[!%_]/g, '!$&')}%`
  const lower = typed.toLowerCase()
  const rows = await db.query<UserRow>`
    SELECT ${userColumns} FROM users
    WHERE (created_at, id) > (${after.createdAt}, ${after.id}) AND (created_at, id) <= (${upTo.createdAt}, ${upTo.id})
      AND (CAST(${status} AS TEXT) IS NULL OR status = ${status}) AND (CAST(${role} AS TEXT) IS NULL OR role = ${role})
      AND (username_key LIKE ${lower} ESCAPE '!' OR email_key LIKE ${lower} ESCAPE '!'
        OR name LIKE ${typed} ESCAPE '!' OR LOWER(name) LIKE ${lower} ESCAPE '!')
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toUser)
}
