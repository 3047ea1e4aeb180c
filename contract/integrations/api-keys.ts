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
  description: 'The scopes of the key. Its creator must have each of them.',
})

const fields = {
  id: Id,
  name: KeyName,
  scopes: ApiKeyScopes,
  created_by: nullable(
    string({
      format: 'uuid',
      description: 'The user or API key that created it. Null for the command line.',
    }),
  ),
  created_at: Time,
  expires_at: Time,
  last_used_at: nullable(Time),
  revoked_at: nullable(Time),
}

export const ApiKey = object(fields, { title: 'ApiKey' })
export type ApiKeyResource = Static<typeof ApiKey>

const KeyText = string({ description: '`lk_` and 49 letters and digits. Send it as a bearer token.' })

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
  summary: 'Create an API key',
  description:
    "The key is shown only in this response. A retry with the same `Idempotency-Key` creates no second key and can't show the first again: it gets `api_key_shown_before` with the first key in `Location`, so that you can revoke it. Callers with an access token need a sign-in from the last five minutes.",
  body: object(
    {
      name: KeyName,
      scopes: ApiKeyScopes,
      expires_at: optional(
        string({ format: 'date-time', description: 'Default: in 90 days. Maximum: in two years.' }),
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
  summary: 'List API keys, oldest first, including revoked and expired ones',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    created_by: optional(
      string({ maxLength: 100, description: 'Only keys created by this user or API key.' }),
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
    'Takes effect immediately in the user service, and within 10 seconds in the authentication service. Idempotent.',
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
  summary: 'Check an API key that the other service received',
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
