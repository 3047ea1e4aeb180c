import { clientFailures } from './client-failures.ts'
import { identityFailures } from './identity-failures.ts'
import { passkeyFailures } from './passkey-failures.ts'

/**
 * Every failure that Latchkey can answer, by its code. A code is public: it never changes its meaning and is never used again for
 * another one. HTTP status, gRPC code and message are defined here only. gRPC codes are the names of `google.rpc.Code`, so that
 * the client library runs in browsers without a gRPC library.
 */
export const failures = {
  invalid_request: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The request is invalid; see errors.' },
  malformed_json: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The body is not valid JSON.' },
  malformed_request: { http: 400, grpc: 'INVALID_ARGUMENT', message: 'The request is not well-formed HTTP.' },
  invalid_user_id: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: "This isn't a user id. User ids are UUIDs.",
  },
  password_unacceptable: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: "This password isn't accepted; see errors.",
  },
  link_invalid: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'This link was used, was replaced by a newer one, or has expired. Request another.',
  },
  image_damaged: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'The image is damaged or incomplete, or has data after its end. Export it again.',
  },
  image_dimensions_invalid: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'The image may have at most 1,024 pixels in width and in height.',
  },
  authorization_missing: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: 'The Authorization header with the access token is missing.',
  },
  unsupported_token_type: {
    http: 400,
    grpc: 'INVALID_ARGUMENT',
    message: "This type of token can't be revoked here.",
  },
  token_missing: { http: 401, grpc: 'UNAUTHENTICATED', message: 'This request needs a bearer token.' },
  token_invalid: { http: 401, grpc: 'UNAUTHENTICATED', message: 'The token is invalid.' },
  token_expired: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The token has expired. Refresh it, or create another API key.',
  },
  session_ended: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The session of this token has ended. Sign in again.',
  },
  reauthentication_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This request needs a sign-in from the last five minutes. Re-authenticate.',
  },
  service_token_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This route accepts only the service credential.',
  },
  invalid_credentials: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The username or the password is wrong.',
  },
  second_factor_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'The password is correct. Continue with a second factor and the login_token.',
  },
  second_factor_enrolment_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message:
      'The password is correct, but this deployment requires a second factor. Add one with the login_token.',
  },
  second_factor_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This second factor is wrong or was used before.',
  },
  passkey_invalid: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: "This passkey isn't accepted here, or the challenge has expired. Start again.",
  },
  login_expired: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    message: 'This sign-in has expired. Start again.',
  },
  forbidden: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: "This token doesn't have permission to do that.",
  },
  password_change_required: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: 'This password is temporary. Set another one with the reset_token, then sign in.',
  },
  signup_closed: { http: 403, grpc: 'PERMISSION_DENIED', message: 'Sign-up is closed.' },
  notification_kept: {
    http: 403,
    grpc: 'PERMISSION_DENIED',
    message: "Security notifications can't be deleted. Mark them as read.",
  },
  user_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such user.' },
  session_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such session.' },
  api_key_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such API key.' },
  factor_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'The user has no such second factor.' },
  enrolment_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no authenticator app to confirm. Start adding one again.',
  },
  ...clientFailures,
  notification_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'There is no such notification.',
  },
  signing_key_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'No signing key is used for this purpose.',
  },
  image_not_found: { http: 404, grpc: 'NOT_FOUND', message: "This image isn't set." },
  custom_text_not_found: {
    http: 404,
    grpc: 'NOT_FOUND',
    message: 'This text is not replaced in this language.',
  },
  dead_letter_not_found: { http: 404, grpc: 'NOT_FOUND', message: 'There is no such failed delivery.' },
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
    message: "This route doesn't support the method; see the Allow header.",
  },
  request_timeout: { http: 408, grpc: 'DEADLINE_EXCEEDED', message: 'The request took too long to arrive.' },
  username_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'Another user has this username.' },
  email_taken: { http: 409, grpc: 'ALREADY_EXISTS', message: 'Another user has this email address.' },
  user_suspended: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This user is suspended. Restore access first.',
  },
  email_differs: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: "This is not the user's current email address.",
  },
  user_has_password: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: "This user has a password and doesn't need an invitation.",
  },
  last_admin: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'This is the last active admin who can sign in. Add another admin first.',
  },
  api_key_shown_before: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'The first request with this Idempotency-Key created the API key. A key is shown only once.',
  },
  webhook_secret_shown_before: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    message: 'The first request with this Idempotency-Key created the webhook. A secret is shown only once.',
  },
  webhook_disabled: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'The webhook is disabled. Enable it first.',
  },
  ...passkeyFailures,
  too_many_webhooks: {
    http: 409,
    grpc: 'FAILED_PRECONDITION',
    message: 'There are 50 webhooks, which is the maximum.',
  },
  precondition_failed: {
    http: 412,
    grpc: 'FAILED_PRECONDITION',
    message: 'The resource has changed: its ETag no longer matches If-Match.',
  },
  body_too_large: { http: 413, grpc: 'RESOURCE_EXHAUSTED', message: 'The body is larger than 64 KiB.' },
  unsupported_media_type: {
    http: 415,
    grpc: 'INVALID_ARGUMENT',
    message: 'The body must be sent as application/json, UTF-8.',
  },
  image_unsupported: {
    http: 415,
    grpc: 'INVALID_ARGUMENT',
    message: 'The image must be a PNG or WebP without animation.',
  },
  idempotency_key_reused: {
    http: 422,
    grpc: 'FAILED_PRECONDITION',
    message: 'This Idempotency-Key was used before with another body.',
  },
  changes_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This user made too many changes. Wait before the next one.',
  },
  rename_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This username was changed too often. Wait before the next change.',
  },
  sessions_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This user signed in too often. Use an existing session, or wait.',
  },
  signup_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many users signed up from this network. Wait before the next attempt.',
  },
  login_name_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many wrong passwords. Wait before the next attempt.',
  },
  second_factor_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many wrong second factors. Wait before the next attempt.',
  },
  login_address_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'Too many failed sign-ins from this IP address. Wait before the next attempt.',
  },
  streams_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    message: 'This user or API key has too many open streams. Close one, or try again later.',
  },
  header_too_large: { http: 431, grpc: 'RESOURCE_EXHAUSTED', message: 'The headers are larger than 16 KiB.' },
  internal: {
    http: 500,
    grpc: 'INTERNAL',
    message: 'An unexpected error occurred. The request_id finds it in the log.',
  },
  overloaded: { http: 503, grpc: 'UNAVAILABLE', message: 'The service is overloaded. Try again shortly.' },
  deadline_exceeded: {
    http: 504,
    grpc: 'DEADLINE_EXCEEDED',
    message: 'The response took longer than the deadline of the call.',
  },
  not_ready: { http: 503, grpc: 'UNAVAILABLE', message: 'The service is starting or stopping.' },
  database_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: "The database can't be reached or written to.",
  },
  user_service_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: "The user service can't be reached.",
  },
  auth_service_unavailable: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: "The authentication service can't be reached.",
  },
  auth_service_outdated: {
    http: 503,
    grpc: 'UNAVAILABLE',
    message: "This version of the authentication service doesn't check second factors. Upgrade it first.",
  },
  ...identityFailures,
} as const satisfies Record<string, { http: number; grpc: string; message: string }>

export type FailureCode = keyof typeof failures

export const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' && Object.hasOwn(failures, code)
