import { endpoint } from './declaration/endpoint.ts'
import { endReasons } from './declaration/failures.ts'
import { DeviceName, Id, LoginName, NewPassword, PresentedPassword, Time } from './declaration/fields.ts'
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
import { appEndpoints } from './oidc/apps.ts'
import { oidcClientEndpoints } from './oidc/clients.ts'
import { sessionEndpoints } from './sessions/sessions.ts'
import { tokenEndpoints } from './sessions/tokens.ts'
import { federatedLoginEndpoints } from './sign-in/federated-login.ts'
import { lockEndpoints } from './sign-in/locks.ts'
import { loginHourEndpoints } from './sign-in/login-hours.ts'
import { DeviceToken, loginStepEndpoints } from './sign-in/login-steps.ts'
import { passkeyLoginEndpoints } from './sign-in/passkey-login.ts'
import { Token, TokenPair } from './sign-in/token-pair.ts'
import { authSystemEndpoints, signingKeyEndpoints } from './system/system.ts'
import { linkEndpoints } from './users/links.ts'

export const logInEndpoint = endpoint({
  name: 'logIn',
  method: 'POST',
  paths: ['/auth/login', '/api/v1/auth/login'],
  access: 'anyone',
  tag: 'authentication',
  summary: 'Sign in with a username or email address and a password',
  body: object(
    {
      username: LoginName,
      password: PresentedPassword,
      device_name: optional(DeviceName),
      device_token: optional(DeviceToken),
    },
    { title: 'Login' },
  ),
  description:
    'Starts a session and returns its tokens. If the user has a second factor, the response is 401 `second_factor_required` with a `login_token`; continue at `/api/v1/auth/login/totp` or `/api/v1/auth/login/recovery-code`. If a second factor is required and the user has none, the response is 401 `second_factor_enrolment_required`; continue at `/api/v1/auth/login/totp/enrol`. A temporary password set by support starts no session: the response is 403 `password_change_required` with a `reset_token`. Set another password with it at `/api/v1/auth/password/reset`, then sign in.',
  success: 200,
  reply: TokenPair,
  failures: [
    'invalid_credentials',
    'second_factor_required',
    'second_factor_enrolment_required',
    'password_change_required',
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
  summary: 'Change your password',
  description:
    'Ends every session of the user, including this one, before the response is sent; the response has the tokens of a new session. Wrong current passwords are limited like failed sign-ins, but counted separately for each session. With a second factor, you need a session in which it was used: POST /api/v1/auth/step-up.',
  body: object(
    { current_password: PresentedPassword, new_password: NewPassword },
    { title: 'PasswordChange' },
  ),
  success: 200,
  reply: TokenPair,
  failures: [
    'forbidden',
    'invalid_credentials',
    'reauthentication_required',
    'password_unacceptable',
    'login_name_limited',
    'changes_limited',
    'overloaded',
  ],
  // A wrong current password is answered with 400, because the access token is valid: a 401 would make clients refresh it or log
  // out.
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
    'Signs the user out. Takes effect everywhere before the response is sent. An expired token with a valid signature also ends its session. Idempotent.',
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
    'Returns a new access token and refresh token. Safe to retry: within 30 seconds, the previous refresh token returns the same new one. Using it later ends the session.',
  body: object({ refresh_token: Token }, { title: 'Refresh' }),
  success: 200,
  reply: TokenPair,
  failures: ['token_invalid', 'session_ended', 'user_service_unavailable'],
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
    {
      user_id: Id,
      epoch: integer({ minimum: 1 }),
      reason: oneOf(endReasons),
      kept_session: optional({
        ...Id,
        description: 'The session of the epoch before that goes on, in this one.',
      }),
      taken_back: optional(
        object(
          {
            given_since: Time,
            made_since: Time,
            made_by: array(Id, { maxItems: 1_000, description: 'The user, and API keys made by it.' }),
          },
          {
            description:
              'The owner of the address took the user back: consents of the sessions that end are forgotten, and clients disabled.',
          },
        ),
      ),
    },
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
      description: 'When every access token of the session has expired. Reject them until then.',
    }),
  },
  { title: 'SessionEnded' },
)

export const RevocationHeartbeat = object(
  {
    at: string({
      format: 'date-time',
      description:
        'Every session whose end was confirmed before this time, and whose tokens can still be unexpired, has been sent on this stream.',
    }),
    key_set_version: integer({ description: 'Fetch the key set again when this changes.' }),
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
  summary: 'Stream ended sessions, to validate tokens locally',
  description:
    'Server-sent events: first the ended sessions whose access tokens can still be unexpired, then each session as it ends, and a heartbeat every second. If heartbeats stop, call `/auth/validate` instead. The service can end the stream at any time; reconnect with the last `id` in `Last-Event-ID` or `after`. Without one, or with one that is too old, all sessions that still matter are sent again.',
  query: object({
    after: optional(
      string({
        maxLength: 64,
        description: 'The `id` of the last event received. `Last-Event-ID` takes precedence.',
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
  httpOnly: 'RFC 7517 is a document at a URL',
  tag: 'authentication',
  summary: 'Get the public keys that verify access tokens (RFC 7517)',
  success: 200,
  reply: object({ keys: array(freeObject()) }, { title: 'JsonWebKeySet' }),
  failures: [],
})

export const serverMetadataEndpoint = endpoint({
  name: 'serverMetadata',
  method: 'GET',
  paths: ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
  access: 'anyone',
  httpOnly: 'RFC 8414 is a document at a URL',
  tag: 'authentication',
  summary: 'Get the server metadata (RFC 8414, OpenID Connect Discovery 1.0)',
  description:
    "Returns the issuer and its endpoints. For an issuer with a path, the document is also at the location of RFC 8414 section 3.1: this path followed by that of the issuer. The endpoints of the OpenID provider are always listed, and work once there is a client. Without account pages, or if the issuer isn't a URL, there is no provider and no `/.well-known/openid-configuration`; the document then lists no grant or response types, and tokens come only from `/auth/login`.",
  success: 200,
  reply: object(
    {
      issuer: string(),
      jwks_uri: string(),
      revocation_endpoint: string(),
      revocation_endpoint_auth_methods_supported: array(string()),
      revocation_endpoint_auth_signing_alg_values_supported: array(string()),
      introspection_endpoint: string(),
      introspection_endpoint_auth_methods_supported: array(string()),
      introspection_endpoint_auth_signing_alg_values_supported: array(string()),
      scopes_supported: array(string()),
      service_documentation: string(),
      ui_locales_supported: array(string()),
      response_types_supported: array(string()),
      grant_types_supported: array(string()),
      access_token_signing_alg_values_supported: array(string()),
      authorization_endpoint: optional(string()),
      token_endpoint: optional(string()),
      token_endpoint_auth_methods_supported: optional(array(string())),
      token_endpoint_auth_signing_alg_values_supported: optional(array(string())),
      userinfo_endpoint: optional(string()),
      pushed_authorization_request_endpoint: optional(string()),
      device_authorization_endpoint: optional(string()),
      end_session_endpoint: optional(string()),
      response_modes_supported: optional(array(string())),
      code_challenge_methods_supported: optional(array(string())),
      authorization_response_iss_parameter_supported: optional(boolean()),
      dpop_signing_alg_values_supported: optional(array(string())),
      subject_types_supported: optional(array(string())),
      id_token_signing_alg_values_supported: optional(array(string())),
      acr_values_supported: optional(array(string())),
      claims_supported: optional(array(string())),
      claim_types_supported: optional(array(string())),
      claims_parameter_supported: optional(boolean()),
      request_uri_parameter_supported: optional(boolean()),
      backchannel_logout_supported: optional(boolean()),
      backchannel_logout_session_supported: optional(boolean()),
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
  ...tokenEndpoints,
  watchRevocationsEndpoint,
  jwksEndpoint,
  serverMetadataEndpoint,
  endSessionsEndpoint,
  ...sessionEndpoints,
  ...lockEndpoints,
  ...loginHourEndpoints,
  ...linkEndpoints,
  ...loginStepEndpoints,
  ...passkeyLoginEndpoints,
  ...federatedLoginEndpoints,
  ...oidcClientEndpoints,
  ...appEndpoints,
  ...signingKeyEndpoints,
  ...authSystemEndpoints,
]
