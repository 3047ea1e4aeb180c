import type { Sql } from '#runtime/database/database.ts'
import { findApiKeyById } from '../../api-keys/index.ts'
import { findUser } from '../../core/user-store.ts'

/** Finds the present names of users and API keys. Returns a map from id to name, without those that are deleted. */
export async function findNames(db: Sql, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = new Set(ids.filter((id) => id !== null))
  const named = await Promise.all(
    [...known].map(async (id) => {
      const name = (await findUser(db, id))?.username ?? (await findApiKeyById(db, id))?.name
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
  return new Map(named.flat())
}
