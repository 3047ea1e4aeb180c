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
  summary: 'Let an application log people in',
  description:
    'A user must have logged in within the last five minutes. A client with `client_secret_basic` or `client_secret_post` gets its first secret in this reply. A repetition with the same `Idempotency-Key` makes no second client; of one with a secret it answers `client_secret_shown_before`, with the client in `Location`.',
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
  summary: 'Look an OpenID client up',
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
    'A JSON merge patch (RFC 7396). Everything but `name` and `enabled: false` needs, of a user, a login within the last five minutes.',
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
    'Its requests are refused from then on, with every secret. What people gave to it ends, and its `backchannel_logout_uri` is told so.',
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
  summary: 'Give an OpenID client another secret',
  description:
    'A user must have logged in within the last five minutes. The one before stays good until it is revoked; there is no third.',
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
  summary: 'Revoke a secret of an OpenID client',
  description: 'It counts with the next request. Also the last one may go: the client can do nothing then.',
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
