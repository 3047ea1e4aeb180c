import type { Module } from '#runtime/module.ts'
import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { countExpiredApiKeys, removeExpiredApiKeys } from './api-key-store.ts'
import type { ApiKeys } from './api-key-use.ts'
import { apiKeyRoutes } from './routes.ts'
import { validateApiKey } from './validate-api-key.ts'

export interface ApiKeyModule extends Module {
  /** Returns the API key that a request was made with. @throws {Failure} `token_invalid`, `token_expired` */
  validate(key: string): Promise<ApiKey>
}

/** This module keeps the API keys of machines. */
export function openApiKeys(users: Users): ApiKeyModule {
  const apiKeys: ApiKeys = { ...users, uses: new Map() }
  return {
    routes: apiKeyRoutes(apiKeys),
    sweeps: [{ name: 'api_keys', remove: removeExpiredApiKeys, countWaiting: countExpiredApiKeys }],
    validate: (key) => validateApiKey(apiKeys, { key }),
  }
}
