import type { Sql } from '#runtime/database/database.ts'
import { findUser } from './user-store.ts'

/** The author of a change: a user, or the name of an API key. */
export type AuthorName = { user: string } | { apiKey: string }

/** Finds the present name of an author by the id of the user or of the API key; undefined for one that is deleted. */
export async function findAuthorName(db: Sql, id: string): Promise<AuthorName | undefined> {
  const user = await findUser(db, id)
  if (user) return { user: user.username }
  const [key] = await db.query<{ name: string }>`SELECT name FROM api_keys WHERE id = ${id}`
  return key && { apiKey: key.name }
}
