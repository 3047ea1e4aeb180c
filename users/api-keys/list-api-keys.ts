import { decodeCursor, encodeCursor } from '#runtime/database/cursor.ts'
import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { findApiKeysPage } from './api-key-store.ts'

export interface ApiKeyPage {
  apiKeys: ApiKey[]
  nextCursor: string | null
}

export async function listApiKeys(
  users: Users,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ApiKeyPage> {
  const limit = input.limit ?? 50
  // One more than asked for tells whether there is another page.
  const found = await findApiKeysPage(users.db, decodeCursor(input.cursor), limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { apiKeys: page, nextCursor: found.length > limit && last ? encodeCursor(last) : null }
}
