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
  scope: string({ description: 'Space-separated scopes (RFC 8693).' }),
  issued_at: Time,
  expires_at: Time,
  authenticated_at: string({
    format: 'date-time',
    description:
      "When the user last signed in or re-authenticated in this session. A refresh doesn't change it.",
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
        description:
          'The epoch of the session. The previous version of the authentication service leaves it out.',
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
    'X-Auth-Username': { schema: Username, description: 'The username.' },
    'X-Auth-Role': { schema: Role, description: 'The role of the user.' },
    'X-Auth-Session-Id': { schema: Id, description: 'The id of the session.' },
    'X-Auth-Authenticated-At': {
      schema: Time,
      description: 'When the user last signed in or re-authenticated.',
    },
    'X-Auth-Acr': { schema: Acr, description: 'The authentication context class (`acr`).' },
    'X-Auth-Amr': { schema: string(), description: 'The authentication methods (`amr`), space-separated.' },
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
    'Returns 200 while the token is valid and its session is active. For nginx `auth_request`, Caddy `forward_auth`, Traefik ForwardAuth and HAProxy, the response repeats its fields in the headers `X-Auth-User-Id`, `X-Auth-Username`, `X-Auth-Role`, `X-Auth-Session-Id`, `X-Auth-Authenticated-At`, `X-Auth-Acr` and `X-Auth-Amr`. Query parameters are ignored.',
})

export const verifyTokenEndpoint = endpoint({
  ...validation,
  name: 'verifyToken',
  method: 'POST',
  paths: ['/api/v1/auth/verify'],
  httpOnly: 'ValidateToken is the same',
  summary: 'Check an access token and its session, by POST',
  description: 'Like `GET /auth/validate`. Query parameters are ignored.',
})

/** The form parameters that RFC 7009 section 2.1 and RFC 7662 section 2.1 define for a request about a token. */
const tokenParameters = {
  token: string({ minLength: 1, description: 'An access token or a refresh token.' }),
  token_type_hint: optional(string({ description: 'Ignored: the type is read from the token.' })),
  client_id: optional(
    string({ description: 'The client that authenticates, or the public client that revokes its token.' }),
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
    "Revoking a token from a sign-in ends its session; no other credential is needed. A token issued to an OpenID client is revoked only by that client (a public client sends its `client_id`): the client's access ends, and the session continues. A `client_credentials` token for an API can't be revoked and gets `unsupported_token_type`. Any other token gets 200 and changes nothing.",
  body: object(tokenParameters, { title: 'TokenRevocation' }),
  form: true,
  clientsToo: true,
  success: 200,
  failures: ['unsupported_token_type', 'client_invalid'],
  errors: 'oauth',
})

export const Introspection = object(
  {
    active: boolean({
      description: 'Whether the token is valid now. If false, all other fields are absent.',
    }),
    sub: optional(Id),
    sid: optional(Id),
    client_id: optional(
      string({
        description:
          'The client to which the token was issued: `latchkey` for a sign-in by API, or the id of an OpenID client.',
      }),
    ),
    username: optional(Username),
    scope: optional(string({ description: 'Space-separated scopes.' })),
    exp: optional(integer({ description: 'Seconds since 1970.' })),
    iat: optional(integer({ description: 'Seconds since 1970.' })),
    iss: optional(string()),
    aud: optional(string({ description: 'The API that the token is for.' })),
    auth_time: optional(
      integer({
        description: 'When the user last signed in or re-authenticated, in seconds since 1970 (RFC 9470).',
      }),
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
  summary: 'Introspect a token (RFC 7662)',
  description:
    'Returns whether a token is valid and its session active, read from the database for each request. Admins, API keys with `sessions:read` and the other service can introspect access tokens for every API. An OpenID client authenticates with its secret or a signed assertion (`private_key_jwt`) and can introspect the tokens issued to it; a client without grant types is an API and can introspect access tokens for its `resources`. A refresh token is active only for the client to which it was issued; an API key is never active. An API key can authenticate by HTTP Basic (as the password) or as `client_secret`; the client id is ignored then.',
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
  summary: 'Check access tokens that the other service received',
  body: object(
    { tokens: array(string({ maxLength: 8192 }), { minItems: 1, maxItems: 40 }) },
    { title: 'PresentedTokens' },
  ),
  success: 200,
  reply: object(
    {
      results: array(object({ token: optional(CheckedToken), refusal: optional(Refusal) }), {
        description: 'One result for each token, in the same order.',
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
