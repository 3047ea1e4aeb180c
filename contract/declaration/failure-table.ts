import { clientFailures } from './client-failures.ts'
import { identityFailures } from './identity-failures.ts'
import { passkeyFailures } from './passkey-failures.ts'

/**
 * Every failure that Latchkey can answer, by its code. A code is public: it never changes its meaning and is never used again for
 * another one. HTTP status, gRPC code and message are defined here only. gRPC codes are the names of `google.rpc.Code`, so that
 * the client library runs in browsers without a gRPC library.
 */
export const failures = {
  invalid_request: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The request is not valid; see errors.' },
  malformed_json: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The body is not acceptable JSON.' },
  malformed_request: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The request is not well-formed HTTP.' },
  invalid_user_id: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'This is not the id of a user.' },
  password_unacceptable: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'This password cannot be used; see errors.',
  },
  link_invalid: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message:
      'This link is not valid any more: it was used, replaced by a newer one, or is over. Ask for another.',
  },
  authorization_missing: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'The Authorization header with the access token is missing.',
  },
  unsupported_token_type: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'A token of this kind cannot be revoked here.',
  },
  token_missing: { http: 401, grpc: 'UNAUTHENTICATED', message: 'This needs a bearer token.' },
  token_invalid: { http: 401, grpc: 'UNAUTHENTICATED', message: 'The token is not valid.' },
  token_expired: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The token has expired: refresh it, or make a new API key.',
  },
  session_ended: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The session of this token has ended: log in again.',
  },
  reauthentication_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This needs a login that is at most five minutes old: log in again.',
  },
  service_token_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This route answers to a service credential only.',
  },
  invalid_credentials: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The username or the password is wrong.',
  },
  second_factor_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The password is right: go on with a second factor and the login_token.',
  },
  second_factor_enrolment_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message:
      'The password is right, but this deployment demands a second factor: add one with the login_token.',
  },
  second_factor_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This second factor is wrong, or was used before.',
  },
  passkey_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This passkey does not count here, or it took too long: begin again.',
  },
  login_expired: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This login is over: begin again.',
  },
  forbidden: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'This token does not give the right to do that.',
  },
  password_change_required: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'This password is temporary: set another one with the reset_token, then log in.',
  },
  signup_closed: { http: 403, grpc: 'PERMISSION_DENIED', message: 'Sign-up is closed here.' },
  notification_kept: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'What tells of the safety of an account cannot be deleted: mark it as read.',
  },
  user_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such user.' },
  session_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such session.' },
  api_key_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such API key.' },
  factor_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'The user has no such second factor.' },
  enrolment_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no authenticator app to confirm: begin to add one again.',
  },
  ...clientFailures,
  notification_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no such notification.',
  },
  signing_key_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'No signing key is in use for this.' },
  dead_letter_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such dead letter.' },
  webhook_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such webhook.' },
  delivery_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'This event was not sent to this webhook in the last 14 days.',
  },
  route_not_found: { http: 404, grpc: 'UNIMPLEMENTED', message: 'There is no such route.' },
  method_not_allowed: {
    http: 405,
    grpc: 'UNIMPLEMENTED',
    message: 'This route does not answer to that method; see the Allow header.',
  },
  request_timeout: { http: 408, grpc: 'DEADLINE_EXCEEDED', message: 'The request took too long to arrive.' },
  username_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'Another user has this username.' },
  email_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'Another user has this e-mail address.' },
  user_suspended: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This user is suspended: restore it first.',
  },
  email_differs: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This is not the e-mail address that the user has now.',
  },
  user_has_password: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This user has a password: there is nothing to be invited to.',
  },
  last_admin: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This is the last active admin who can log in: make another one first.',
  },
  api_key_shown_before: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'The first request with this Idempotency-Key made the API key, and a key is shown only once.',
  },
  webhook_secret_shown_before: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'The first request with this Idempotency-Key made the webhook, and a secret is shown only once.',
  },
  webhook_disabled: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The webhook is disabled: enable it first.',
  },
  ...passkeyFailures,
  too_many_webhooks: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'There are 50 webhooks, which is as many as there can be.',
  },
  precondition_failed: {
    http: 412,
    grpc: 'FAILED_PRECONDITION',
    message: 'The resource has changed since: it no longer has the ETag in If-Match.',
  },
  body_too_large: { http: 413, grpc: 'RESOURCE_EXHAUSTED', message: 'The body is larger than 64 KiB.' },
  unsupported_media_type: {
    http: 415,
    grpc: 'INVALID_ARGUMENT',
    message: 'The body must be sent as application/json, UTF-8.',
  },
  idempotency_key_reused: {
    http: 422,
    grpc: 'FAILED_PRECONDITION',
    message: 'This Idempotency-Key was used before, with another body.',
  },
  changes_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This user has changed too much in too short a time: wait before the next change.',
  },
  rename_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This username was changed too often: wait before the next change.',
  },
  sessions_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This user has logged in too often: use a session that there is, or wait.',
  },
  signup_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many users signed up from this network: wait before the next try.',
  },
  login_name_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many wrong passwords: wait before the next try.',
  },
  second_factor_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many wrong second factors: wait before the next try.',
  },
  login_address_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many failed logins from this network address: wait before the next try.',
  },
  streams_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many streams of this user or API key are open: close one, or come back later.',
  },
  header_too_large: { http: 431, grpc: 'RESOURCE_EXHAUSTED', message: 'The headers are larger than 16 KiB.' },
  internal: { http: 500, grpc: 'INTERNAL', message: 'Something went wrong on our side.' },
  overloaded: { http: 503, grpc: 'UNAVAILABLE', message: 'Too much to do right now: try again shortly.' },
  deadline_exceeded: {
    http: 504,
    grpc: 'DEADLINE_EXCEEDED',
    message: 'The answer took longer than the deadline of the call.',
  },
  not_ready: { http: 503, grpc: 'UNAVAILABLE', message: 'The service is starting or stopping.' },
  database_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: 'The database cannot be reached or written.',
  },
  user_service_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: 'The user service cannot be reached.',
  },
  auth_service_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: 'The authentication service cannot be reached.',
  },
  auth_service_outdated: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message:
      'The authentication service is of a version that does not ask for second factors: upgrade it first.',
  },
  ...identityFailures,
} as const satisfies Record<string, { http: number; grpc: string; message: string }>

export type FailureCode = keyof typeof failures

export const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' && Object.hasOwn(failures, code)
