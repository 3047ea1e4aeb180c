import { apiKeyEndpoints } from '#contract/integrations/api-keys.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { countExpiredApiKeys, removeExpiredApiKeys } from './api-key-store.ts'
import type { ApiKeys } from './api-key-use.ts'
import { validateApiKey } from './validate-api-key.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

export interface ApiKeyModule extends Module {
  /** Returns the API key that a request was made with. @throws {Failure} `token_invalid`, `token_expired` */
  validate(key: string): Promise<ApiKey>
}

/** This module keeps the API keys of machines. */
export function openApiKeys(users: Users): ApiKeyModule {
  const apiKeys: ApiKeys = { ...users, uses: new Map() }
  return {
    routes: routesOnDemand(apiKeyEndpoints, async () => (await loadRoutes()).apiKeyRoutes(apiKeys)),
    sweeps: [{ name: 'api_keys', remove: removeExpiredApiKeys, countWaiting: countExpiredApiKeys }],
    validate: (key) => validateApiKey(apiKeys, { key }),
  }
}
