import { endpoint } from '../declaration/endpoint.ts'
import { endReasons } from '../declaration/failures.ts'
import { Acr, Amr, Id, Role, Time, Username } from '../declaration/fields.ts'
import {
  array,
  boolean,
  integer,
  literal,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'

/** The tokens that signing keys are for. ID tokens have keys of their own, one for each algorithm. */
export const keyPurposes = ['access', 'refresh', 'id_token', 'id_token_es256', 'id_token_eddsa'] as const

const tokenInformation = {
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
    description: 'When the user logged in or stepped up. A refresh leaves it as it is.',
  }),
  acr: optional(Acr),
  amr: optional(Amr),
}

export const TokenInformation = object(tokenInformation, { title: 'TokenInformation' })
export type TokenInformationResource = Static<typeof TokenInformation>

/** A token as the user service receives it, which knows whether the sessions of this epoch have ended. */
const CheckedToken = object(
  {
    ...tokenInformation,
    session_epoch: optional(
      integer({
        description: 'The epoch of the session. Absent from an authentication service of the version before.',
      }),
    ),
  },
  { title: 'CheckedToken' },
)
export type CheckedTokenResource = Static<typeof CheckedToken>

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
    'X-Auth-Authenticated-At': { schema: Time, description: 'When the user logged in or stepped up.' },
    'X-Auth-Acr': { schema: Acr, description: 'The level of that authentication.' },
    'X-Auth-Amr': { schema: string(), description: 'Its methods, with a space between them.' },
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
    'The same facts go out as the headers `X-Auth-User-Id`, `X-Auth-Username`, `X-Auth-Role`, `X-Auth-Session-Id`, `X-Auth-Authenticated-At`, `X-Auth-Acr` and `X-Auth-Amr`, for nginx `auth_request`, Caddy `forward_auth`, Traefik ForwardAuth and HAProxy. A query is ignored.',
})

export const verifyTokenEndpoint = endpoint({
  ...validation,
  name: 'verifyToken',
  method: 'POST',
  paths: ['/api/v1/auth/verify'],
  httpOnly: 'ValidateToken is the same',
  summary: 'Check an access token and its session, by POST',
  description: 'As by GET; a query is ignored.',
})

/** The form parameters that RFC 7009 section 2.1 and RFC 7662 section 2.1 define for a request about a token. */
const tokenParameters = {
  token: string({ minLength: 1, description: 'An access token or a refresh token.' }),
  token_type_hint: optional(string({ description: 'Not needed: a token says what it is.' })),
  client_id: optional(
    string({ description: 'Of a client that proves itself, or of a public one that revokes its token.' }),
  ),
}

export const revokeTokenEndpoint = endpoint({
  name: 'revokeToken',
  method: 'POST',
  paths: ['/api/v1/auth/revoke'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'Revoke an access or refresh token (RFC 7009)',
  description:
    'A token of a login ends its session; the token is all that is needed. A token that an OpenID client was given is revoked by that client only, a public one by its `client_id`: the access that the session gave to the client ends, and the session continues. A token that a client got for itself (`client_credentials`) for an API cannot be revoked: it gets `unsupported_token_type`. Any other text changes nothing and gets 200.',
  body: object(tokenParameters, { title: 'TokenRevocation' }),
  form: true,
  clientsToo: true,
  success: 200,
  failures: ['unsupported_token_type', 'client_invalid'],
  errors: 'oauth',
})

export const Introspection = object(
  {
    active: boolean({ description: 'Whether it is good right now. If not, there is no other field.' }),
    sub: optional(Id),
    sid: optional(Id),
    client_id: optional(
      string({
        description:
          'The client that the token was given to: `latchkey` for one of a login, or the id of an OpenID client.',
      }),
    ),
    username: optional(Username),
    scope: optional(string({ description: 'Scopes with a space between them.' })),
    exp: optional(integer({ description: 'Seconds since 1970.' })),
    iat: optional(integer({ description: 'Seconds since 1970.' })),
    iss: optional(string()),
    aud: optional(string({ description: 'The API that the token is for.' })),
    auth_time: optional(
      integer({ description: 'When the user logged in or stepped up, in seconds since 1970 (RFC 9470).' }),
    ),
    acr: optional(Acr),
    amr: optional(Amr),
    token_type: optional(oneOf(['Bearer', 'DPoP'])),
    cnf: optional(
      object({
        jkt: string({ description: 'The thumbprint of the key that the token is bound to (RFC 9449).' }),
      }),
    ),
  },
  { title: 'Introspection' },
)
export type IntrospectionResource = Static<typeof Introspection>

export const introspectTokenEndpoint = endpoint({
  name: 'introspectToken',
  method: 'POST',
  paths: ['/api/v1/auth/introspect'],
  access: 'sessions:read',
  httpOnly: 'RFC 7662 is a form by HTTP; ValidateToken checks a token for gRPC',
  serviceToo: true,
  tag: 'authentication',
  summary: 'Ask about an access token and its session (RFC 7662)',
  description:
    'The session is read for each request. An API key is never active, and a refresh token only for the OpenID client that it was given to: no other application is to accept it. An API key may also be sent by HTTP Basic, as its password, or as `client_secret` in the form; the id of the client is not looked at. An OpenID client proves itself with its own secret or by a signed assertion (`private_key_jwt`), and learns only of tokens that were given to it; a client without a grant type is an API, and learns only of access tokens for its `resources`. Admins, keys with `sessions:read` and the other service learn of access tokens for every API.',
  body: object(tokenParameters, { title: 'TokenIntrospection' }),
  form: true,
  clientsToo: true,
  success: 200,
  reply: Introspection,
  failures: ['client_invalid'],
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
      results: array(object({ token: optional(CheckedToken), refusal: optional(Refusal) }), {
        description: 'One for each token, in their order.',
      }),
    },
    { title: 'CheckedTokens' },
  ),
  failures: [],
})

/** The endpoints that check a token or end its session. */
export const tokenEndpoints = [
  validateTokenEndpoint,
  verifyTokenEndpoint,
  revokeTokenEndpoint,
  introspectTokenEndpoint,
  checkTokensEndpoint,
]
