import { authorId, callerId } from '#contract/declaration/endpoint.ts'
import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  validateApiKeyEndpoint,
} from '#contract/integrations/api-keys.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { Answer, route } from '#runtime/requests/route.ts'
import { toEpochMs } from '#runtime/requests/validation.ts'
import { toApiKeyResource } from './api-key.ts'
import type { ApiKeys } from './api-key-use.ts'
import { createApiKey } from './create-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { validateApiKey } from './validate-api-key.ts'

export const apiKeyRoutes = (users: ApiKeys) => [
  route(createApiKeyEndpoint, async ({ body, caller, idempotencyKey }) => {
    const scope = `createApiKey ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    const { name, scopes } = body
    const expiresAt = toEpochMs(body.expires_at, '/expires_at')
    const { apiKey, key } = await createApiKey(users, { name, scopes, expiresAt, by: caller, repeatable })
    return new Answer({ ...toApiKeyResource(apiKey), key }, { location: `/api/v1/api-keys/${apiKey.id}` })
  }),
  route(listApiKeysEndpoint, async ({ query }) => {
    const { apiKeys, nextCursor } = await listApiKeys(users, query)
    return { data: apiKeys.map(toApiKeyResource), next_cursor: nextCursor }
  }),
  route(revokeApiKeyEndpoint, ({ params, caller }) =>
    revokeApiKey(users, { id: params.id, by: authorId(caller) }),
  ),
  route(validateApiKeyEndpoint, async ({ body }) => {
    const { id, name, scopes, expiresAt } = await validateApiKey(users, { key: body.key })
    return { id, name, scopes: [...scopes], expires_at: toRfc3339(expiresAt) }
  }),
]
