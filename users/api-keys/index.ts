/**
 * # API keys
 *
 * A machine calls Latchkey with an *API key* in place of a token. A key has *scopes*, an expiry, and a maker: an admin, another
 * key, or the command line. Only its digest is stored (`api-key.ts`), so the key can't be read again.
 *
 * An admin creates a key for a backup script: `routes.ts` → `create-api-key.ts` checks that its scopes are within the admin's
 * rights, `api-key-store.ts` inserts it, and all admins are notified (`core/alert-admins.ts`). The response shows the key once.
 * From then on each request of the script comes to `validate` below, by way of `operations/authenticate.ts`:
 * `validate-api-key.ts` looks up the digest, refuses a revoked or expired key, and `api-key-use.ts` stores the use, at most
 * once a minute. `revoke-api-key.ts` ends the key with the next request. When the owner of a stolen account recovers it
 * (`credentials/account-recovery/`), the keys that the thief made are found by their maker and revoked.
 *
 * `transfer.ts` describes the keys in an export.
 */

import { apiKeyEndpoints } from '#contract/integrations/api-keys.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Users } from '../core/users.ts'
import type { ApiKey } from './api-key.ts'
import { countExpiredApiKeys, removeExpiredApiKeys } from './api-key-store.ts'
import type { ApiKeys } from './api-key-use.ts'
import { validateApiKey } from './validate-api-key.ts'

/** Find keys by who made them, directly or with another key, and revoke those of one maker. */
export { findApiKeyIdsBy, findValidApiKeysBy, revokeApiKeysBy } from './api-key-store.ts'

const loadRoutes = lazily(() => import('./routes.ts'))

interface ApiKeyModule extends Module {
  /** Returns the API key that a request was made with. @throws {Failure} `token_invalid`, `token_expired` */
  validate(key: string): Promise<ApiKey>
}

/** Opens the module that creates, lists, checks and revokes API keys. */
export function openApiKeys(users: Users): ApiKeyModule {
  const apiKeys: ApiKeys = { ...users, uses: new Map() }
  return {
    routes: routesOnDemand(apiKeyEndpoints, async () => (await loadRoutes()).apiKeyRoutes(apiKeys)),
    sweeps: [{ name: 'api_keys', remove: removeExpiredApiKeys, countWaiting: countExpiredApiKeys }],
    validate: (key) => validateApiKey(apiKeys, { key }),
  }
}
