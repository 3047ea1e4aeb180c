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
    first_party: boolean({ description: 'An application of the operator: nobody is asked for consent.' }),
    enabled: boolean({ description: 'One that is disabled is refused until an admin enables it again.' }),
    scopes: array(string(), { description: 'What it may do, from the consent and from living sessions.' }),
    resources: array(
      object({ resource: string({ description: 'The address of the API.' }), scopes: array(string()) }),
      { description: 'What it may do at other APIs (RFC 8707).' },
    ),
    allowed_at: nullable({
      ...Time,
      description: 'When the user gave the consent that is kept; null where none was given.',
    }),
    since: { ...Time, description: 'When the oldest of this was given.' },
  },
  { title: 'App' },
)
export type AppResource = Static<typeof App>

const userId = string({ maxLength: 100, description: 'The id of the user; `me` stands for oneself.' })

export const listAppsEndpoint = endpoint({
  name: 'listApps',
  method: 'GET',
  paths: ['/api/v1/users/{id}/apps'],
  access: 'signed_in',
  tag: 'oidc clients',
  summary: 'The applications that have access to a user',
  description:
    'One’s own, or anybody’s with the scope `sessions:read`. Those that a living session has signed in to, and those that have the consent of the user and may begin without asking again; in the order in which they were registered. The authentication service answers.',
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
  summary: 'Take the access to a user back from one application',
  description:
    'One’s own, or anybody’s with the scope `sessions:revoke`; an admin’s requires every scope. May be repeated. The consent is forgotten, and the codes and tokens of the application are refused with the next request: refresh, user information, introspection. A signed access token for another API (RFC 8707) is good there until it expires, 15 minutes by default, unless that API asks (introspection). An application with a `backchannel_logout_uri` is told of each session. The sessions of the user go on.',
  params: object({
    id: userId,
    client_id: string({ maxLength: 100, description: 'The id of the client.' }),
  }),
  success: 204,
  failures: ['forbidden', 'user_not_found'],
})

const decided = array(string(), {
  description: 'The claims whose values only a login gives, such as its time and its session.',
})

export const ClaimsPreview = object(
  {
    scopes: array(string(), { description: 'What the client would get of what was asked for.' }),
    refused_scopes: array(string(), { description: 'What was asked for and the client may not ask for.' }),
    id_token: nullable(
      object({ claims: freeObject({ description: 'The claims that are known now.' }), at_login: decided }),
    ),
    access_token: object({
      format: oneOf(['opaque', 'jwt'], {
        description: '`jwt` for an API of yours (RFC 9068); `opaque` says nothing by itself.',
      }),
      claims: freeObject({ description: 'What is in it, or what introspection says of an opaque one.' }),
      at_login: decided,
    }),
    user_information: nullable(freeObject({ description: 'What the user information endpoint answers.' })),
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
  summary: 'What an OpenID client would be told of a user',
  description:
    'Needs `users:read` too. No token is made, and nobody is asked for consent: it is as if the user had allowed all of it. Without `openid` there is no ID token and no user information.',
  params: object({ id: string({ maxLength: 100, description: 'The id of the client.' }) }),
  query: object({
    user_id: string({ maxLength: 100, description: 'Whom it would be told of.' }),
    scope: optional(
      string({
        maxLength: 1_000,
        description:
          'The scopes that the client asks for, with spaces between them; all that it may ask for if absent.',
      }),
    ),
    resource: optional(
      string({
        maxLength: 2_000,
        description: 'The address of the API that the access token is for (RFC 8707).',
      }),
    ),
  }),
  success: 200,
  reply: ClaimsPreview,
  failures: ['client_not_found', 'user_not_found', 'user_service_unavailable'],
})

export const appEndpoints = [listAppsEndpoint, endAppAccessEndpoint, previewClaimsEndpoint]
