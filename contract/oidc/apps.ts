import { endpoint } from '../declaration/endpoint.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { Cursor, Id, NextCursor, Time } from '../fields.ts'

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
    'One’s own, or anybody’s with the scope `sessions:revoke`. May be repeated. The consent is forgotten, and the codes and tokens of the application are refused with the next request: refresh, user information, introspection. A signed access token for another API (RFC 8707) is good there until it expires, 15 minutes by default. An application with a `backchannel_logout_uri` is told of each session. The sessions of the user go on.',
  params: object({
    id: userId,
    client_id: string({ maxLength: 100, description: 'The id of the client.' }),
  }),
  success: 204,
  failures: ['forbidden', 'user_not_found'],
})

export const appEndpoints = [listAppsEndpoint, endAppAccessEndpoint]
