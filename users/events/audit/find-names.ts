import type { Sql } from '#runtime/database/database.ts'
import { findAuthorName } from '../../core/author-name.ts'

/** Finds the present names of users and API keys. Returns a map from id to name, without those that are deleted. */
export async function findNames(db: Sql, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = new Set(ids.filter((id) => id !== null))
  const named = await Promise.all(
    [...known].map(async (id) => {
      const author = await findAuthorName(db, id)
      return author ? [[id, 'user' in author ? author.user : author.apiKey] as const] : []
    }),
  )
  return new Map(named.flat())
}
