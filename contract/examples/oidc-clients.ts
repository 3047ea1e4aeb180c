import type { appEndpoints } from '../oidc/apps.ts'
import type { OidcClientResource } from '../oidc/client.ts'
import type { oidcClientEndpoints } from '../oidc/clients.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './people.ts'

const id = '01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516'
const secretId = '01a1f4d5-61c3-7b15-9d20-6e4fa8c1730b'
const nextSecretId = '01a1f4d6-2b90-7d41-8f7a-c3e5a1940b62'

const client: OidcClientResource = {
  id,
  name: 'Wiki',
  kind: 'confidential',
  first_party: false,
  token_endpoint_auth_method: 'client_secret_basic',
  jwks: null,
  redirect_uris: ['https://wiki.example.com/signed-in'],
  post_logout_redirect_uris: ['https://wiki.example.com/'],
  backchannel_logout_uri: 'https://wiki.example.com/logged-out',
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  resources: [],
  id_token_signed_response_alg: 'RS256',
  require_pushed_authorization_requests: false,
  require_pkce: 'always',
  dpop_bound_access_tokens: false,
  enabled: true,
  secrets: [{ id: secretId, created_at: '2026-11-21T12:00:00.000Z' }],
  created_by: ids.admin,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
}

/** An example for each endpoint of OpenID clients. */
export const oidcClientExamples = {
  createOidcClient: {
    body: {
      name: 'Wiki',
      redirect_uris: ['https://wiki.example.com/signed-in'],
      post_logout_redirect_uris: ['https://wiki.example.com/'],
      backchannel_logout_uri: 'https://wiki.example.com/logged-out',
    },
    reply: { ...client, client_secret: 'lks_dGhlIHNlY3JldCBvZiBhIGNsaWVudCBpbiBhIGJvb2s' },
  },
  listOidcClients: { reply: { data: [client], next_cursor: null } },
  getOidcClient: { params: { id }, reply: client },
  updateOidcClient: {
    params: { id },
    body: { first_party: true },
    reply: { ...client, first_party: true, updated_at: '2026-11-21T12:10:00.000Z' },
  },
  createOidcClientSecret: {
    params: { id },
    reply: {
      id: nextSecretId,
      created_at: '2026-11-21T12:20:00.000Z',
      client_secret: 'lks_YW5vdGhlciBzZWNyZXQgb2YgYSBjbGllbnQgaGVyZSE',
    },
  },
  revokeOidcClientSecret: { params: { id, secret_id: secretId } },
  deleteOidcClient: { params: { id } },
} satisfies ExamplesOf<typeof oidcClientEndpoints>

/** An example for each endpoint about what clients may do for a user. */
export const appExamples = {
  previewClaims: {
    params: { id },
    query: { user_id: ids.ada, scope: 'openid email' },
    reply: {
      scopes: ['openid', 'email'],
      refused_scopes: [],
      id_token: {
        claims: {
          iss: 'https://auth.example.com',
          aud: id,
          sub: ids.ada,
          email: 'ada@example.com',
          email_verified: true,
        },
        at_login: ['exp', 'iat', 'sid', 'auth_time', 'acr', 'amr', 'nonce'],
      },
      access_token: {
        format: 'opaque',
        claims: { iss: 'https://auth.example.com', sub: ids.ada, client_id: id, scope: 'openid email' },
        at_login: ['exp', 'iat', 'sid', 'auth_time', 'acr', 'amr'],
      },
      user_information: { sub: ids.ada, email: 'ada@example.com', email_verified: true },
    },
  },
  listApps: {
    params: { id: ids.ada },
    reply: {
      data: [
        {
          client_id: id,
          name: 'Wiki',
          first_party: false,
          enabled: true,
          scopes: ['openid', 'email'],
          resources: [],
          allowed_at: '2026-11-21T12:05:00.000Z',
          since: '2026-11-21T12:05:00.000Z',
        },
      ],
      next_cursor: null,
    },
  },
  endAppAccess: { params: { id: ids.ada, client_id: id } },
} satisfies ExamplesOf<typeof appEndpoints>
