import { normalizeId } from '#contract/rules/user-in-path.ts'
import { decodeCursor, defaultPageRows, encodeCursor, pageOf } from '#runtime/database/cursor.ts'
import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { findApiKeysPage } from './api-key-store.ts'

export interface ApiKeyPage {
  apiKeys: ApiKey[]
  nextCursor: string | null
}

export async function listApiKeys(
  users: Users,
  input: { limit?: number | undefined; cursor?: string | undefined; created_by?: string | undefined },
): Promise<ApiKeyPage> {
  const limit = input.limit ?? defaultPageRows
  const found = await findApiKeysPage(users.db, {
    after: decodeCursor(input.cursor),
    madeBy: input.created_by === undefined ? undefined : normalizeId(input.created_by),
    limit: limit + 1,
  })
  const { page, nextCursor } = pageOf(found, limit, encodeCursor)
  return { apiKeys: page, nextCursor }
}
