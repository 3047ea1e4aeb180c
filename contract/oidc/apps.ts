import { endpoint } from '../declaration/endpoint.ts'
import { Cursor, Id, NextCursor, Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  freeObject,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

export const App = object(
  {
    client_id: Id,
    name: string({ description: 'The name of the application.' }),
    first_party: boolean({ description: 'True for an application of the operator, which needs no consent.' }),
    enabled: boolean({ description: 'False while an admin has disabled the application.' }),
    scopes: array(string(), { description: 'The scopes granted by consent and in active sessions.' }),
    resources: array(
      object({ resource: string({ description: 'The URI of the API.' }), scopes: array(string()) }),
      { description: 'The scopes granted for other APIs (RFC 8707).' },
    ),
    allowed_at: nullable({
      ...Time,
      description: 'When the user gave consent. Null without a stored consent.',
    }),
    since: { ...Time, description: 'When the oldest of these grants was made.' },
  },
  { title: 'App' },
)
export type AppResource = Static<typeof App>

const userId = string({
  maxLength: 100,
  description: 'The id of the user. `me` means the authenticated user.',
})

export const listAppsEndpoint = endpoint({
  name: 'listApps',
  method: 'GET',
  paths: ['/api/v1/users/{id}/apps'],
  access: 'signed_in',
  tag: 'oidc clients',
  summary: 'List the applications with access to a user',
  description:
    'Lists applications to which an active session signed in, and those with a stored consent, in order of registration. Your own, or those of any user with the scope `sessions:read`. Served by the authentication service.',
  params: object({ id: userId }),
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object({ data: array(App), next_cursor: NextCursor }, { title: 'AppList' }),
  failures: ['user_not_found'],
})

export const endAppAccessEndpoint = endpoint({
  name: 'endAppAccess',
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/apps/{client_id}'],
  access: 'signed_in',
  tag: 'oidc clients',
  summary: "Revoke an application's access to a user",
  description:
    "Deletes the consent and revokes the application's codes and tokens immediately: refresh, UserInfo and introspection reject them. A signed access token for another API (RFC 8707) remains valid there until it expires, 15 minutes by default, unless that API introspects it. An application with a `backchannel_logout_uri` is notified of each session. The sessions of the user continue. For another user this needs the scope `sessions:revoke`; for an admin, every scope. Idempotent.",
  params: object({
    id: userId,
    client_id: string({ maxLength: 100, description: 'The id of the client.' }),
  }),
  success: 204,
  failures: ['forbidden', 'user_not_found'],
})

const decided = array(string(), {
  description: 'Claims whose values are known only at sign-in, such as its time and session.',
})

export const ClaimsPreview = object(
  {
    scopes: array(string(), { description: 'The scopes that the client would be granted.' }),
    refused_scopes: array(string(), {
      description: "The requested scopes that the client isn't allowed to request.",
    }),
    id_token: nullable(
      object({
        claims: freeObject({ description: 'The claims whose values are known now.' }),
        at_login: decided,
      }),
    ),
    access_token: object({
      format: oneOf(['opaque', 'jwt'], {
        description: '`jwt` for an API of yours (RFC 9068), otherwise `opaque`.',
      }),
      claims: freeObject({
        description: 'The claims in the token, or those that introspection returns for an opaque token.',
      }),
      at_login: decided,
    }),
    user_information: nullable(freeObject({ description: 'The response of the UserInfo endpoint.' })),
  },
  { title: 'ClaimsPreview' },
)
export type ClaimsPreviewResource = Static<typeof ClaimsPreview>

export const previewClaimsEndpoint = endpoint({
  name: 'previewClaims',
  method: 'GET',
  paths: ['/api/v1/oidc-clients/{id}/claims'],
  access: 'clients:write',
  tag: 'oidc clients',
  summary: 'Preview the claims about a user that an OpenID client gets',
  description:
    'Returns the claims as if the user had consented to every scope; no token is issued. Also needs `users:read`. Without `openid` there is no ID token and no UserInfo response.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the client.' }) }),
  query: object({
    user_id: string({ maxLength: 100, description: 'The user whose claims are previewed.' }),
    scope: optional(
      string({
        maxLength: 1_000,
        description: 'Space-separated scopes to request. If absent, all scopes that the client is allowed.',
      }),
    ),
    resource: optional(
      string({
        maxLength: 2_000,
        description: 'The URI of the API that the access token is for (RFC 8707).',
      }),
    ),
  }),
  success: 200,
  reply: ClaimsPreview,
  failures: ['client_not_found', 'user_not_found', 'user_service_unavailable'],
})

export const appEndpoints = [listAppsEndpoint, endAppAccessEndpoint, previewClaimsEndpoint]
