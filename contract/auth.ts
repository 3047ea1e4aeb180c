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
  summary: 'Log in with a username (or e-mail address) and a password',
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
    'A temporary password, which support has set, starts no session: the answer is 403 `password_change_required`, and its `reset_token` sets another password at `/api/v1/auth/password/reset`. Then log in with that one. Whoever has a second factor gets 401 `second_factor_required` with a `login_token`, and goes on at `/api/v1/auth/login/totp` or `/api/v1/auth/login/recovery-code`; whoever must have one and has none gets 401 `second_factor_enrolment_required`, and goes on at `/api/v1/auth/login/totp/enrol`.',
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
  summary: 'Change one’s own password',
  description:
    'Every session of the user is over once it is answered, this one too: the reply has the tokens of a new one. Wrong current passwords are limited as failed logins are, and counted apart from them, for each session by itself. A user with a second factor needs a session in which one was given: POST /api/v1/auth/step-up.',
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
  httpOnly: 'RFC 7517 is a document at a URL',
  tag: 'authentication',
  summary: 'The public keys that verify access tokens (RFC 7517)',
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
  summary: 'What this issuer is and where its endpoints are (RFC 8414, OpenID Connect Discovery 1.0)',
  description:
    'For an issuer with a path it is also where RFC 8414 section 3.1 puts it: the path of the issuer behind this one. The endpoints of the OpenID provider are named from the start, and answer as soon as there is a client. Without account pages, or with an issuer that is no URL, there is no provider and no `/.well-known/openid-configuration`: no grant and no response type is named then, and tokens come from `/auth/login` only.',
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
