import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, Id, NextCursor, Time } from '../declaration/fields.ts'
import { Location } from '../declaration/reply-headers.ts'
import { array, boolean, integer, object, optional, string } from '../declaration/schema.ts'
import { ClientSecret, clientFields, OidcClient, settable } from './client.ts'

/** The settings that a request may leave out. */
const others = {
  first_party: optional(settable.first_party),
  token_endpoint_auth_method: optional(settable.token_endpoint_auth_method),
  jwks: optional(settable.jwks),
  redirect_uris: optional(settable.redirect_uris),
  post_logout_redirect_uris: optional(settable.post_logout_redirect_uris),
  backchannel_logout_uri: optional(settable.backchannel_logout_uri),
  grant_types: optional(settable.grant_types),
  scopes: optional(settable.scopes),
  resources: optional(settable.resources),
  id_token_signed_response_alg: optional(settable.id_token_signed_response_alg),
  require_pushed_authorization_requests: optional(settable.require_pushed_authorization_requests),
  require_pkce: optional(settable.require_pkce),
  dpop_bound_access_tokens: optional(settable.dpop_bound_access_tokens),
}

const id = string({ maxLength: 100, description: 'The id of the client.' })

export const createOidcClientEndpoint = endpoint({
  name: 'createOidcClient',
  method: 'POST',
  paths: ['/api/v1/oidc-clients'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Create an OpenID client',
  description:
    'Registers an application that signs users in with OpenID Connect. With `client_secret_basic` or `client_secret_post`, the response contains the first client secret. A retry with the same `Idempotency-Key` creates no second client; if the client has a secret, the retry gets `client_secret_shown_before` with the client in `Location`. Callers with an access token need a sign-in from the last five minutes.',
  body: object(
    {
      name: settable.name,
      ...others,
    },
    { title: 'NewOidcClient' },
  ),
  success: 201,
  reply: object({ ...clientFields, client_secret: optional(ClientSecret) }, { title: 'CreatedOidcClient' }),
  failures: ['client_secret_shown_before', 'reauthentication_required'],
  headers: { Location },
  idempotent: true,
  etag: true,
})

export const listOidcClientsEndpoint = endpoint({
  name: 'listOidcClients',
  method: 'GET',
  paths: ['/api/v1/oidc-clients'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'List OpenID clients, oldest first',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object({ data: array(OidcClient), next_cursor: NextCursor }, { title: 'OidcClientList' }),
  failures: [],
})

export const getOidcClientEndpoint = endpoint({
  name: 'getOidcClient',
  method: 'GET',
  paths: ['/api/v1/oidc-clients/{id}'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Get an OpenID client',
  params: object({ id }),
  success: 200,
  reply: OidcClient,
  failures: ['client_not_found'],
  etag: true,
})

export const updateOidcClientEndpoint = endpoint({
  name: 'updateOidcClient',
  method: 'PATCH',
  paths: ['/api/v1/oidc-clients/{id}'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Change, disable or enable an OpenID client',
  description:
    'A JSON merge patch (RFC 7396). Callers with an access token need a sign-in from the last five minutes to change anything but `name` and `enabled: false`.',
  params: object({ id }),
  body: object(
    {
      name: optional(settable.name),
      ...others,
      enabled: optional(boolean()),
    },
    { title: 'OidcClientPatch' },
  ),
  success: 200,
  reply: OidcClient,
  failures: ['client_not_found', 'reauthentication_required'],
  etag: true,
})

export const deleteOidcClientEndpoint = endpoint({
  name: 'deleteOidcClient',
  method: 'DELETE',
  paths: ['/api/v1/oidc-clients/{id}'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Delete an OpenID client',
  description:
    "Takes effect immediately: the client's requests are rejected, and its grants end. Its `backchannel_logout_uri` is notified.",
  params: object({ id }),
  success: 204,
  failures: ['client_not_found'],
  etag: true,
})

export const createClientSecretEndpoint = endpoint({
  name: 'createOidcClientSecret',
  method: 'POST',
  paths: ['/api/v1/oidc-clients/{id}/secrets'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Create a client secret',
  description:
    'Use it to rotate the secret: the previous one remains valid until you revoke it. A client has at most two secrets. Callers with an access token need a sign-in from the last five minutes.',
  params: object({ id }),
  success: 201,
  reply: object({ id: Id, created_at: Time, client_secret: ClientSecret }, { title: 'ShownClientSecret' }),
  failures: [
    'client_not_found',
    'client_has_no_secrets',
    'too_many_client_secrets',
    'reauthentication_required',
  ],
})

export const revokeClientSecretEndpoint = endpoint({
  name: 'revokeOidcClientSecret',
  method: 'DELETE',
  paths: ['/api/v1/oidc-clients/{id}/secrets/{secret_id}'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Revoke a client secret',
  description: 'Takes effect immediately. Revoking the last secret locks the client out.',
  params: object({ id, secret_id: string({ maxLength: 100, description: 'The id of the secret.' }) }),
  success: 204,
  failures: ['client_not_found', 'client_secret_not_found'],
})

export const oidcClientEndpoints = [
  createOidcClientEndpoint,
  listOidcClientsEndpoint,
  getOidcClientEndpoint,
  updateOidcClientEndpoint,
  createClientSecretEndpoint,
  revokeClientSecretEndpoint,
  deleteOidcClientEndpoint,
]
