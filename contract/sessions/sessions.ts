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
        'As it was given at login; otherwise what the user agent says, as in `Firefox on Linux`; null when neither says anything.',
    }),
  ),
  user_agent: nullable(string({ description: 'As it was sent at login, up to 500 characters.' })),
  address: string({ description: 'The network address that the login came from.' }),
  created_at: Time,
  last_used_at: string({ format: 'date-time', description: 'The login or the last refresh.' }),
  expires_at: string({
    format: 'date-time',
    description: 'When it is over unless it is refreshed before.',
  }),
  authenticated_at: string({
    format: 'date-time',
    description: 'When the user logged in or stepped up. A refresh leaves it as it is.',
  }),
  acr: Acr,
  amr: Amr,
  current: boolean({ description: 'Whether it is the session of the token that asks.' }),
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
    'May be repeated. From the reply on no token of the session is accepted anywhere, and whoever presents one is told the reason `revoked`.',
  success: 204,
} as const

const endSeveral = {
  method: 'POST',
  access: 'signed_in',
  endsSessions: true,
  tag: 'sessions',
  body: object(
    {
      scope: oneOf(['others', 'all'], { description: '`others` leaves the session of the token that asks.' }),
    },
    { title: 'RevokeSessions' },
  ),
  success: 200,
  reply: object({ ended: integer({ description: 'How many this ended.' }) }, { title: 'RevokedSessions' }),
} as const

/** The failures of ending the sessions of another user, of which a session may do ten at once without a recent login. */
const counted = ['reauthentication_required'] as const
const counts =
  'Without a login of the last five minutes, a session may end those of ten others at once, and then of one every six minutes.'

const sessionId = string({ maxLength: 100, description: 'The id of the session.' })
const userId = string({ maxLength: 100, description: 'The id of the user; `me` stands for oneself.' })
const ofOthers = 'One’s own, or anybody’s with the scope'

export const listOwnSessionsEndpoint = endpoint({
  ...list,
  name: 'listOwnSessions',
  paths: ['/api/v1/auth/sessions'],
  httpOnly: 'ListSessions without a user is the same',
  summary: 'Where one is logged in, oldest first',
  failures: ['forbidden'],
})

export const endOwnSessionEndpoint = endpoint({
  ...endOne,
  name: 'endOwnSession',
  paths: ['/api/v1/auth/sessions/{id}'],
  httpOnly: 'RevokeSession without a user is the same',
  summary: 'End one of one’s own sessions',
  params: object({ id: sessionId }),
  failures: ['forbidden', 'session_not_found'],
})

export const endOwnSessionsEndpoint = endpoint({
  ...endSeveral,
  name: 'endOwnSessions',
  paths: ['/api/v1/auth/sessions/revoke'],
  httpOnly: 'RevokeSessions without a user is the same',
  summary: 'End all of one’s own sessions, or all but this one',
  failures: ['forbidden'],
})

export const listUserSessionsEndpoint = endpoint({
  ...list,
  name: 'listUserSessions',
  paths: ['/api/v1/users/{id}/sessions'],
  summary: 'Where a user is logged in, oldest first',
  description: `${ofOthers} \`sessions:read\`. The authentication service answers; a user that it never saw has no sessions.`,
  params: object({ id: userId }),
  failures: ['user_not_found'],
})

export const endUserSessionEndpoint = endpoint({
  ...endOne,
  name: 'endUserSession',
  paths: ['/api/v1/users/{id}/sessions/{session_id}'],
  summary: 'End one session of a user',
  description: `${ofOthers} \`sessions:revoke\`. Those of an admin require every scope. ${counts} ${endOne.description}`,
  params: object({ id: userId, session_id: sessionId }),
  failures: ['forbidden', 'user_not_found', 'session_not_found', ...counted],
})

export const endUserSessionsEndpoint = endpoint({
  ...endSeveral,
  name: 'endUserSessions',
  paths: ['/api/v1/users/{id}/sessions/revoke'],
  summary: 'End all sessions of a user',
  description: `${ofOthers} \`sessions:revoke\`. Those of an admin require every scope. ${counts}`,
  params: object({ id: userId }),
  failures: ['forbidden', 'user_not_found', ...counted],
})

const AnySession = object(
  { ...sessionFields, user_id: string({ description: 'Whose it is.' }) },
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
  summary: 'Where everybody is logged in, newest first',
  description:
    'Living sessions only. Filters are put together: with several, a session must fit all of them.',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: 200, description: '50 if absent.' })),
    cursor: optional(Cursor),
    user_id: optional(string({ maxLength: 100, description: 'Of this user only.' })),
    address: optional(
      string({
        minLength: 1,
        maxLength: 45,
        pattern: '^[0-9A-Fa-f:.]+$',
        inWords: 'must be an IP address, or the beginning of one',
        description:
          'From this network address only; one that ends with a dot or a colon is the beginning of a network, as in `198.51.100.`.',
      }),
    ),
    client_id: optional(string({ maxLength: 100, description: 'Signed in to this OpenID client only.' })),
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
  summary: 'End any session, by its id',
  description: `A session of an admin requires every scope. ${counts} ${endOne.description}`,
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
