import { endpoint, scopes } from '../declaration/endpoint.ts'
import { Cursor, Id, KeyName, NextCursor, Time } from '../declaration/fields.ts'
import { Location } from '../declaration/reply-headers.ts'
import {
  array,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

export const ApiKeyScopes = array(oneOf(scopes), {
  minItems: 1,
  uniqueItems: true,
  description: 'What the key allows; nothing that its maker may not do.',
})

const fields = {
  id: Id,
  name: KeyName,
  scopes: ApiKeyScopes,
  created_by: nullable(
    string({
      format: 'uuid',
      description: 'The user or the API key that made it; null when it was made on the command line.',
    }),
  ),
  created_at: Time,
  expires_at: Time,
  last_used_at: nullable(Time),
  revoked_at: nullable(Time),
}

export const ApiKey = object(fields, { title: 'ApiKey' })
export type ApiKeyResource = Static<typeof ApiKey>

const KeyText = string({ description: '`lk_` and 49 letters and digits. Sent as a bearer credential.' })

export const ValidatedApiKey = object(
  { id: Id, name: KeyName, scopes: ApiKeyScopes, expires_at: Time },
  { title: 'ValidatedApiKey' },
)
export type ValidatedApiKeyResource = Static<typeof ValidatedApiKey>

export const createApiKeyEndpoint = endpoint({
  name: 'createApiKey',
  method: 'POST',
  paths: ['/api/v1/api-keys'],
  access: 'keys:write',
  tag: 'api keys',
  summary: 'Make an API key for a machine',
  description:
    'A user must have logged in within the last five minutes; otherwise the answer is `reauthentication_required`. The key is in this reply and nowhere else. A repetition with the same `Idempotency-Key` makes no second one and cannot show it again: it answers `api_key_shown_before`, with the first one in `Location`, to be revoked.',
  body: object(
    {
      name: KeyName,
      scopes: ApiKeyScopes,
      expires_at: optional(
        string({ format: 'date-time', description: 'In 90 days if absent, in two years at the latest.' }),
      ),
    },
    { title: 'NewApiKey' },
  ),
  success: 201,
  reply: object({ ...fields, key: KeyText }, { title: 'CreatedApiKey' }),
  failures: ['api_key_shown_before', 'reauthentication_required'],
  headers: { Location },
  idempotent: true,
})

export const listApiKeysEndpoint = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  paths: ['/api/v1/api-keys'],
  access: 'keys:write',
  tag: 'api keys',
  summary: 'List API keys, oldest first, also those that are revoked or have expired',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    created_by: optional(
      string({ maxLength: 100, description: 'Made by this user, or with this API key, only.' }),
    ),
  }),
  success: 200,
  reply: object({ data: array(ApiKey), next_cursor: NextCursor }, { title: 'ApiKeyList' }),
  failures: [],
})

export const revokeApiKeyEndpoint = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  paths: ['/api/v1/api-keys/{id}'],
  access: 'keys:write',
  tag: 'api keys',
  summary: 'Revoke an API key',
  description:
    'May be repeated. The user service refuses the key from its next request on, the authentication service after 10 seconds at most.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the key, not the key itself.' }) }),
  success: 204,
  failures: ['api_key_not_found'],
})

export const validateApiKeyEndpoint = endpoint({
  name: 'validateApiKey',
  method: 'POST',
  paths: ['/internal/validate-api-key'],
  access: 'service',
  tag: 'internal',
  summary: 'Check an API key that the other service was sent',
  body: object({ key: string({ maxLength: 100 }) }, { title: 'PresentedApiKey' }),
  success: 200,
  reply: ValidatedApiKey,
  failures: ['token_invalid', 'token_expired'],
})

export const apiKeyEndpoints = [
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
  validateApiKeyEndpoint,
]
