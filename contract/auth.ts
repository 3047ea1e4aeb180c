import { endpoint } from './declaration/endpoint.ts'
import {
  array,
  boolean,
  freeObject,
  integer,
  literal,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from './declaration/schema.ts'
import { endReasons } from './failures.ts'
import { DeviceName, Id, LoginName, NewPassword, PresentedPassword, Role, Time, Username } from './fields.ts'
import { linkEndpoints } from './links.ts'
import { sessionEndpoints } from './sessions.ts'
import { User } from './user.ts'

const Token = string({ minLength: 1, maxLength: 8192, description: 'A JWT (RFC 7519), compact form.' })

export const TokenPair = object(
  {
    access_token: Token,
    refresh_token: Token,
    token_type: literal('Bearer'),
    expires_in: integer({ description: 'Seconds until the access token expires (RFC 6749).' }),
    expires_at: string({ format: 'date-time', description: 'When the access token expires.' }),
    refresh_expires_in: integer({ description: 'Seconds until the refresh token expires.' }),
    session_id: Id,
    user: User,
  },
  { title: 'TokenPair' },
)
export type TokenPairResource = Static<typeof TokenPair>

export const TokenInformation = object(
  {
    valid: literal(true),
    user_id: Id,
    username: Username,
    session_id: Id,
    role: Role,
    scope: string({ description: 'Scopes with a space between them (RFC 8693).' }),
    issued_at: Time,
    expires_at: Time,
    authenticated_at: string({
      format: 'date-time',
      description: 'When the user logged in. A refresh leaves it as it is.',
    }),
  },
  { title: 'TokenInformation' },
)
export type TokenInformationResource = Static<typeof TokenInformation>

export const logInEndpoint = endpoint({
  name: 'logIn',
  method: 'POST',
  paths: ['/auth/login', '/api/v1/auth/login'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'Log in with a username (or e-mail address) and a password',
  body: object(
    {
      username: LoginName,
      password: PresentedPassword,
      device_name: optional(DeviceName),
    },
    { title: 'Login' },
  ),
  success: 200,
  reply: TokenPair,
  failures: [
    'invalid_credentials',
    'login_name_limited',
    'sessions_limited',
    'login_address_limited',
    'overloaded',
    'user_service_unavailable',
  ],
})

export const changePasswordEndpoint = endpoint({
  name: 'changePassword',
  method: 'POST',
  paths: ['/api/v1/auth/password/change'],
  access: 'signed_in',
  endsSessions: true,
  tag: 'authentication',
  summary: 'Change one’s own password',
  description:
    'Every session of the user is over once it is answered, this one too: the reply has the tokens of a new one. Wrong current passwords are limited as failed logins are, and counted apart from them, for each session by itself.',
  body: object(
    { current_password: PresentedPassword, new_password: NewPassword },
    { title: 'PasswordChange' },
  ),
  success: 200,
  reply: TokenPair,
  failures: [
    'forbidden',
    'invalid_credentials',
    'password_unacceptable',
    'login_name_limited',
    'changes_limited',
    'overloaded',
  ],
  // The access token itself is valid: a 401 would make clients refresh it or log out.
  statuses: { invalid_credentials: 400 },
})

export const logOutEndpoint = endpoint({
  name: 'logOut',
  method: 'POST',
  paths: ['/auth/logout', '/api/v1/auth/logout'],
  access: 'token',
  tag: 'authentication',
  summary: 'End the session of an access token',
  description:
    'May be repeated. A token that has expired but is correctly signed still ends its session. From the reply on no token of the session is accepted anywhere.',
  success: 200,
  reply: object({ logged_out: literal(true) }, { title: 'LoggedOut' }),
  failures: ['authorization_missing', 'token_invalid'],
})

export const refreshEndpoint = endpoint({
  name: 'refresh',
  method: 'POST',
  paths: ['/auth/refresh', '/api/v1/auth/refresh'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'Exchange a refresh token for a new pair',
  description:
    'Safe to repeat: within 30 seconds the token before the current one gives the same refresh token again. Later than that its use ends the session.',
  body: object({ refresh_token: Token }, { title: 'Refresh' }),
  success: 200,
  reply: TokenPair,
  failures: ['token_invalid', 'session_ended', 'user_service_unavailable'],
})

const validation = {
  access: 'token',
  anyQuery: true,
  tag: 'authentication',
  success: 200,
  reply: TokenInformation,
  headers: {
    'X-Auth-User-Id': { schema: Id, description: 'The id of the user.' },
    'X-Auth-Username': { schema: Username, description: 'Its username.' },
    'X-Auth-Role': { schema: Role, description: 'Its role.' },
    'X-Auth-Session-Id': { schema: Id, description: 'The id of the session.' },
  },
  failures: ['token_missing', 'token_invalid', 'token_expired', 'session_ended'],
} as const

export const validateTokenEndpoint = endpoint({
  ...validation,
  name: 'validateToken',
  method: 'GET',
  paths: ['/auth/validate', '/api/v1/auth/validate'],
  summary: 'Check an access token and its session',
  description:
    'The same facts go out as the headers `X-Auth-User-Id`, `X-Auth-Username`, `X-Auth-Role` and `X-Auth-Session-Id`, for nginx `auth_request`, Caddy `forward_auth`, Traefik ForwardAuth and HAProxy. A query is ignored.',
})

export const verifyTokenEndpoint = endpoint({
  ...validation,
  name: 'verifyToken',
  method: 'POST',
  paths: ['/api/v1/auth/verify'],
  summary: 'Check an access token and its session, by POST',
  description: 'As by GET; a query is ignored.',
})

/** The form parameters that RFC 7009 section 2.1 and RFC 7662 section 2.1 define for a request about a token. */
const tokenParameters = {
  token: string({ minLength: 1, description: 'An access token or a refresh token.' }),
  token_type_hint: optional(string({ description: 'Not needed: a token says what it is.' })),
  client_id: optional(string({ description: 'Not looked at: whoever has the token may send it.' })),
}

export const revokeTokenEndpoint = endpoint({
  name: 'revokeToken',
  method: 'POST',
  paths: ['/api/v1/auth/revoke'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'End the session of an access or refresh token (RFC 7009)',
  description:
    'The token is all that is needed. What is no token of ours, or of a session that is over, is a 200 too, and changes nothing.',
  body: object(tokenParameters, { title: 'TokenRevocation' }),
  form: true,
  success: 200,
  failures: ['unsupported_token_type'],
  errors: 'oauth',
})

export const Introspection = object(
  {
    active: boolean({ description: 'Whether it is good right now. If not, there is no other field.' }),
    sub: optional(Id),
    sid: optional(Id),
    client_id: optional(
      string({ description: 'The OAuth client that the token was given to: always `latchkey`.' }),
    ),
    username: optional(Username),
    scope: optional(string({ description: 'Scopes with a space between them.' })),
    exp: optional(integer({ description: 'Seconds since 1970.' })),
    iat: optional(integer({ description: 'Seconds since 1970.' })),
    iss: optional(string()),
    aud: optional(string()),
    auth_time: optional(
      integer({ description: 'When the user logged in, in seconds since 1970 (RFC 9470).' }),
    ),
    token_type: optional(literal('Bearer')),
  },
  { title: 'Introspection' },
)
export type IntrospectionResource = Static<typeof Introspection>

export const introspectTokenEndpoint = endpoint({
  name: 'introspectToken',
  method: 'POST',
  paths: ['/api/v1/auth/introspect'],
  access: 'sessions:read',
  serviceToo: true,
  tag: 'authentication',
  summary: 'Ask about an access token and its session (RFC 7662)',
  description:
    'The session is read for each request. A refresh token and an API key are never active: neither is to be accepted by an application. An API key may also be sent by HTTP Basic, as its password, or as `client_secret` in the form; the id of the client is not looked at.',
  body: object(tokenParameters, { title: 'TokenIntrospection' }),
  form: true,
  success: 200,
  reply: Introspection,
  failures: [],
  errors: 'oauth',
})

const Refusal = object(
  { code: oneOf(['token_invalid', 'token_expired', 'session_ended']), reason: optional(oneOf(endReasons)) },
  { title: 'TokenRefusal' },
)

export const checkTokensEndpoint = endpoint({
  name: 'checkTokens',
  method: 'POST',
  paths: ['/internal/validate-tokens'],
  access: 'service',
  tag: 'internal',
  summary: 'Check access tokens that the other service was sent',
  body: object(
    { tokens: array(string({ maxLength: 8192 }), { minItems: 1, maxItems: 40 }) },
    { title: 'PresentedTokens' },
  ),
  success: 200,
  reply: object(
    {
      results: array(object({ token: optional(TokenInformation), refusal: optional(Refusal) }), {
        description: 'One for each token, in their order.',
      }),
    },
    { title: 'CheckedTokens' },
  ),
  failures: [],
})

export const endSessionsEndpoint = endpoint({
  name: 'endSessions',
  method: 'POST',
  paths: ['/internal/sessions/end'],
  access: 'service',
  tag: 'internal',
  summary: 'End every session of a user that began before an epoch',
  description: 'May be repeated and may come late: a session that began in this epoch or after it lives on.',
  body: object(
    { user_id: Id, epoch: integer({ minimum: 1 }), reason: oneOf(endReasons) },
    { title: 'EndSessions' },
  ),
  success: 200,
  reply: object({ ended: integer() }, { title: 'EndedSessions' }),
  failures: [],
})

export const SessionEnded = object(
  {
    session_id: Id,
    user_id: Id,
    reason: oneOf(endReasons),
    ended_at: Time,
    forget_at: string({
      format: 'date-time',
      description: 'When every access token of the session is surely over: until then refuse them.',
    }),
  },
  { title: 'SessionEnded' },
)

export const RevocationHeartbeat = object(
  {
    at: string({
      format: 'date-time',
      description:
        'Every session whose end was answered before, and whose tokens may still live, has been sent on this stream.',
    }),
    key_set_version: integer({ description: 'When it changes, fetch the key set again.' }),
  },
  { title: 'RevocationHeartbeat' },
)

export const watchRevocationsEndpoint = endpoint({
  name: 'watchRevocations',
  method: 'GET',
  paths: ['/api/v1/auth/revocations'],
  access: 'sessions:read',
  serviceToo: true,
  tag: 'authentication',
  summary: 'Learn of ended sessions within a second, to check tokens elsewhere',
  description:
    'Server-sent events: the sessions that ended and whose access tokens may still live, then each one as it ends, and a heartbeat every second. When heartbeats fail to come, ask `/auth/validate` instead. The service may end the stream at any time; come back with the last `id`, by `Last-Event-ID` or `after`. Without one, or with one that is too old, everything that still counts is sent.',
  query: object({
    after: optional(
      string({
        maxLength: 64,
        description: 'The `id` of the last event that arrived; `Last-Event-ID` wins.',
      }),
    ),
  }),
  success: 200,
  stream: { 'session.ended': SessionEnded, heartbeat: RevocationHeartbeat },
  failures: ['overloaded', 'streams_limited'],
})

export const jwksEndpoint = endpoint({
  name: 'jwks',
  method: 'GET',
  paths: ['/.well-known/jwks.json'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'The public keys that verify access tokens (RFC 7517)',
  success: 200,
  reply: object({ keys: array(freeObject()) }, { title: 'JsonWebKeySet' }),
  failures: [],
})

export const serverMetadataEndpoint = endpoint({
  name: 'serverMetadata',
  method: 'GET',
  paths: ['/.well-known/oauth-authorization-server'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'What this issuer is and where its endpoints are (RFC 8414)',
  description:
    'For an issuer with a path it is also where RFC 8414 section 3.1 puts it: the path of the issuer behind this one. As far as it is true: there is no authorization or token endpoint of OAuth 2 here, so no grant and no response type is named. Tokens come from `/auth/login`.',
  success: 200,
  reply: object(
    {
      issuer: string(),
      jwks_uri: string(),
      revocation_endpoint: string(),
      revocation_endpoint_auth_methods_supported: array(string()),
      introspection_endpoint: string(),
      introspection_endpoint_auth_methods_supported: array(string()),
      scopes_supported: array(string()),
      service_documentation: string(),
      response_types_supported: array(string()),
      grant_types_supported: array(string()),
      access_token_signing_alg_values_supported: array(string()),
    },
    { title: 'ServerMetadata' },
  ),
  failures: [],
})

export type ServerMetadataResource = Static<typeof serverMetadataEndpoint.reply>

export const authEndpoints = [
  logInEndpoint,
  changePasswordEndpoint,
  logOutEndpoint,
  refreshEndpoint,
  validateTokenEndpoint,
  verifyTokenEndpoint,
  revokeTokenEndpoint,
  introspectTokenEndpoint,
  watchRevocationsEndpoint,
  jwksEndpoint,
  serverMetadataEndpoint,
  checkTokensEndpoint,
  endSessionsEndpoint,
  ...sessionEndpoints,
  ...linkEndpoints,
]
