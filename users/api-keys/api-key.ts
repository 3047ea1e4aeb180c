import { createHash } from 'node:crypto'
import type { ApiKeyResource } from '#contract/api-keys.ts'
import type { Scope } from '#contract/endpoint.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** What is known of a key. The key itself is with the machine only. */
export interface ApiKey {
  id: string
  name: string
  scopes: readonly Scope[]
  /** A user or an API key; null for the command line. */
  createdBy: string | null
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

/** All that is stored of a key. No salt and no slow hash: 256 random bits cannot be guessed. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

export const toApiKeyResource = (apiKey: ApiKey): ApiKeyResource => ({
  id: apiKey.id,
  name: apiKey.name,
  scopes: [...apiKey.scopes],
  created_by: apiKey.createdBy,
  created_at: toRfc3339(apiKey.createdAt),
  expires_at: toRfc3339(apiKey.expiresAt),
  last_used_at: apiKey.lastUsedAt === null ? null : toRfc3339(apiKey.lastUsedAt),
  revoked_at: apiKey.revokedAt === null ? null : toRfc3339(apiKey.revokedAt),
})
