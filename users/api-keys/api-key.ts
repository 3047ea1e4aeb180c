import { createHash } from 'node:crypto'
import type { Scope } from '#contract/declaration/endpoint.ts'
import type { ApiKeyResource } from '#contract/integrations/api-keys.ts'
import { toRfc3339 } from '#runtime/clock.ts'

/** An API key as it is stored. The secret text of the key is not stored: only the machine that uses the key knows it. */
export interface ApiKey {
  id: string
  name: string
  scopes: readonly Scope[]
  /** The maker of the key: the id of a user or of an API key; null for the command line. */
  createdBy: string | null
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

/** Hashes a key for storage. A fast hash without salt is enough, because 256 random bits cannot be guessed. */
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
