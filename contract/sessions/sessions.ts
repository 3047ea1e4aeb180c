import { endpoint } from '../declaration/endpoint.ts'
import { Acr, Amr, Cursor, Id, NextCursor, Time } from '../declaration/fields.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

const sessionFields = {
  id: Id,
  device_name: nullable(
    string({
      description:
        'The name sent at sign-in, or one derived from the user agent, such as `Firefox on Linux`. Null when neither is known.',
    }),
  ),
  user_agent: nullable(string({ description: 'The user agent sent at sign-in, up to 500 characters.' })),
  address: string({ description: 'The IP address of the sign-in.' }),
  created_at: Time,
  last_used_at: string({
    format: 'date-time',
    description: 'When the session was last refreshed, or the sign-in.',
  }),
  expires_at: string({
    format: 'date-time',
    description: 'When the session expires unless it is refreshed.',
  }),
  authenticated_at: string({
    format: 'date-time',
    description:
      "When the user last signed in or re-authenticated in this session. A refresh doesn't change it.",
  }),
  acr: Acr,
  amr: Amr,
  current: boolean({ description: 'Whether this is the session of the access token in the request.' }),
}

export const Session = object(sessionFields, { title: 'Session' })
export type SessionResource = Static<typeof Session>

const list = {
  method: 'GET',
  access: 'signed_in',
  tag: 'sessions',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
  }),
  success: 200,
  reply: object({ data: array(Session), next_cursor: NextCursor }, { title: 'SessionList' }),
} as const

const endOne = {
  method: 'DELETE',
  access: 'signed_in',
  endsSessions: true,
  tag: 'sessions',
  description:
    'Takes effect everywhere before the response is sent. Later requests with a token of the session get 401 `session_ended` with the reason `revoked`. Idempotent.',
  success: 204,
} as const

const endSeveral = {
  method: 'POST',
  access: 'signed_in',
  endsSessions: true,
  tag: 'sessions',
  body: object(
    {
      scope: oneOf(['others', 'all'], {
        description: '`others` keeps the session of the access token in the request.',
      }),
    },
    { title: 'RevokeSessions' },
  ),
  success: 200,
  reply: object(
    { ended: integer({ description: 'The number of sessions that this request ended.' }) },
    { title: 'RevokedSessions' },
  ),
} as const

/** The failures of ending the sessions of another user, of which a session may do ten at once without a recent login. */
const counted = ['reauthentication_required'] as const
const counts =
  'Without a sign-in from the last five minutes, a session can end the sessions of ten other users, then of one more every six minutes.'

const sessionId = string({ maxLength: 100, description: 'The id of the session.' })
const userId = string({
  maxLength: 100,
  description: 'The id of the user. `me` means the authenticated user.',
})
const ofOthers = 'Your own, or those of any user with the scope'

export const listOwnSessionsEndpoint = endpoint({
  ...list,
  name: 'listOwnSessions',
  paths: ['/api/v1/auth/sessions'],
  httpOnly: 'ListSessions without a user is the same',
  summary: 'List your sessions, oldest first',
  failures: ['forbidden'],
})

export const endOwnSessionEndpoint = endpoint({
  ...endOne,
  name: 'endOwnSession',
  paths: ['/api/v1/auth/sessions/{id}'],
  httpOnly: 'RevokeSession without a user is the same',
  summary: 'End one of your sessions',
  params: object({ id: sessionId }),
  failures: ['forbidden', 'session_not_found'],
})

export const endOwnSessionsEndpoint = endpoint({
  ...endSeveral,
  name: 'endOwnSessions',
  paths: ['/api/v1/auth/sessions/revoke'],
  httpOnly: 'RevokeSessions without a user is the same',
  summary: 'End all of your sessions, or all others',
  failures: ['forbidden'],
})

export const listUserSessionsEndpoint = endpoint({
  ...list,
  name: 'listUserSessions',
  paths: ['/api/v1/users/{id}/sessions'],
  summary: 'List the sessions of a user, oldest first',
  description: `${ofOthers} \`sessions:read\`. Served by the authentication service: a user who never signed in has no sessions.`,
  params: object({ id: userId }),
  failures: ['user_not_found'],
})

export const endUserSessionEndpoint = endpoint({
  ...endOne,
  name: 'endUserSession',
  paths: ['/api/v1/users/{id}/sessions/{session_id}'],
  summary: 'End one session of a user',
  description: `${ofOthers} \`sessions:revoke\`. The sessions of an admin require every scope. ${endOne.description} ${counts}`,
  params: object({ id: userId, session_id: sessionId }),
  failures: ['forbidden', 'user_not_found', 'session_not_found', ...counted],
})

export const endUserSessionsEndpoint = endpoint({
  ...endSeveral,
  name: 'endUserSessions',
  paths: ['/api/v1/users/{id}/sessions/revoke'],
  summary: 'End all sessions of a user',
  description: `${ofOthers} \`sessions:revoke\`. The sessions of an admin require every scope. ${counts}`,
  params: object({ id: userId }),
  failures: ['forbidden', 'user_not_found', ...counted],
})

const AnySession = object(
  { ...sessionFields, user_id: string({ description: 'The user of the session.' }) },
  { title: 'SessionOfUser' },
)
export type AnySessionResource = Static<typeof AnySession>

export const listAllSessionsEndpoint = endpoint({
  name: 'listAllSessions',
  method: 'GET',
  paths: ['/api/v1/sessions'],
  access: 'sessions:read',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'sessions',
  summary: 'List the sessions of all users, newest first',
  description: 'Lists active sessions. Filters are combined with AND.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    user_id: optional(string({ maxLength: 100, description: 'Only sessions of this user.' })),
    address: optional(
      string({
        minLength: 1,
        maxLength: 45,
        pattern: '^[0-9A-Fa-f:.]+$',
        inWords: 'must be an IP address, or the beginning of one',
        description:
          'Only sessions from this IP address. A value that ends with a dot or a colon is a prefix, such as `198.51.100.`.',
      }),
    ),
    client_id: optional(
      string({ maxLength: 100, description: 'Only sessions that signed in to this OpenID client.' }),
    ),
  }),
  success: 200,
  reply: object({ data: array(AnySession), next_cursor: NextCursor }, { title: 'SessionOfUserList' }),
  failures: [],
})

export const endAnySessionEndpoint = endpoint({
  ...endOne,
  access: 'sessions:revoke',
  name: 'endAnySession',
  paths: ['/api/v1/sessions/{id}'],
  httpOnly: 'for the console, which calls by HTTP',
  summary: 'End any session by its id',
  description: `${endOne.description} A session of an admin requires every scope. ${counts}`,
  params: object({ id: sessionId }),
  failures: ['session_not_found', ...counted],
})

export const sessionEndpoints = [
  listOwnSessionsEndpoint,
  endOwnSessionEndpoint,
  endOwnSessionsEndpoint,
  listUserSessionsEndpoint,
  endUserSessionEndpoint,
  endUserSessionsEndpoint,
  listAllSessionsEndpoint,
  endAnySessionEndpoint,
]
