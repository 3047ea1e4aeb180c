import { endpoint } from '../declaration/endpoint.ts'
import { Email, Id, SuspensionReason, Time, UserIdPath } from '../declaration/fields.ts'
import { SessionsPending } from '../declaration/reply-headers.ts'
import {
  array,
  boolean,
  freeObject,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  string,
} from '../declaration/schema.ts'
import { User } from './user.ts'

export const LoginState = object(
  {
    suspension: nullable(
      object({
        at: nullable(
          string({ format: 'date-time', description: 'Null if an older version suspended the user.' }),
        ),
        reason: nullable(string({ description: 'The reason entered with the suspension.' })),
        by: nullable(
          string({
            description:
              'The user or API key that suspended the user or entered the current reason. Null for the command line.',
          }),
        ),
        by_name: nullable(
          string({
            description: 'The current username, or the name of the API key. Null once it is deleted.',
          }),
        ),
      }),
    ),
    password: oneOf(['none', 'set', 'temporary', 'temporary_expired'], {
      description: '`temporary`: must be changed at the next sign-in.',
    }),
    temporary_until: nullable(Time),
    sessions_pending_since: nullable(
      string({
        format: 'date-time',
        description:
          'Since when the authentication service has not confirmed that sessions of this user have ended (`Latchkey-Sessions: pending`). Null when all have ended everywhere.',
      }),
    ),
  },
  { title: 'LoginState' },
)
export type LoginStateResource = Static<typeof LoginState>

const ofUser = { tag: 'users', params: UserIdPath } as const

export const getLoginStateEndpoint = endpoint({
  ...ofUser,
  name: 'getLoginState',
  method: 'GET',
  paths: ['/api/v1/users/{id}/login-state'],
  access: 'users:read',
  summary: 'Get the suspension and password status of a user',
  description:
    'For support. Users never see the suspension reason; webhooks, NATS and callers with `events:read` also get it in the event `user.suspended`.',
  success: 200,
  reply: LoginState,
  failures: ['user_not_found'],
})

export const confirmEmailEndpoint = endpoint({
  ...ofUser,
  name: 'confirmEmail',
  method: 'POST',
  paths: ['/api/v1/users/{id}/verify-email'],
  access: 'users:write',
  summary: 'Confirm the email address of a user manually',
  description:
    "Use it for a user who can't get email and has proved ownership of the address in another way. `email` must be the user's current address; otherwise nothing is confirmed (`email_differs`). Idempotent.",
  body: object({ email: Email }, { title: 'ConfirmedEmail' }),
  success: 200,
  reply: User,
  failures: ['user_not_found', 'forbidden', 'email_differs'],
  etag: true,
})

export const sendPasswordResetEndpoint = endpoint({
  ...ofUser,
  name: 'sendPasswordReset',
  method: 'POST',
  paths: ['/api/v1/users/{id}/password-reset'],
  access: 'users:write',
  summary: 'Send a password reset email',
  description:
    "The password doesn't change until the link is used. The link of an earlier reset email stops working.",
  success: 202,
  failures: ['user_not_found', 'forbidden', 'user_suspended'],
})

export const setTemporaryPasswordEndpoint = endpoint({
  ...ofUser,
  name: 'setTemporaryPassword',
  method: 'POST',
  paths: ['/api/v1/users/{id}/temporary-password'],
  access: 'users:write',
  summary: 'Set a temporary password',
  description:
    "Use it for a user who can't get email. Generates a password, shows it once, and ends every session of the user. It expires after 24 hours. Signing in with it starts no session; the response is 403 `password_change_required` with a `reset_token`. Callers with an access token need a sign-in from the last five minutes.",
  success: 200,
  headers: SessionsPending,
  reply: object(
    {
      temporary_password: string({ description: 'Shown only in this response.' }),
      expires_at: Time,
    },
    { title: 'TemporaryPassword' },
  ),
  failures: ['user_not_found', 'forbidden', 'user_suspended', 'reauthentication_required', 'overloaded'],
})

export const userSupportEndpoints = [
  getLoginStateEndpoint,
  confirmEmailEndpoint,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
]

/** The actions that can be done to many users at once. */
const userActions = [
  'suspend',
  'restore',
  'end_sessions',
  'send_password_reset',
  'invite',
  'confirm_email',
  'make_admin',
  'make_user',
  'delete',
] as const
export type UserAction = (typeof userActions)[number]

/** The reasons why an action on several users was not done to one of them. The request continues with the others. */
const RowFailure = oneOf([
  'user_not_found',
  'forbidden',
  'last_admin',
  'user_suspended',
  'user_has_password',
  'reauthentication_required',
])
export type RowFailure = Static<typeof RowFailure>

export const changeUsersEndpoint = endpoint({
  name: 'changeUsers',
  method: 'POST',
  paths: ['/api/v1/users/bulk'],
  access: 'signed_in',
  httpOnly: 'calls for one user each go at once on one connection',
  tag: 'users',
  summary: 'Change up to 100 users at once',
  description:
    'Applies `action` to each user in order, with the same events and email as the request for one user. A user for whom it fails has a `failure`; the others are still changed. Your own id is `forbidden`. If the request fails or its response is lost, some users may be changed: retry with the same `Idempotency-Key`, which changes them only once and sends no second email. `confirm_email` confirms the current address. Needs `users:write`, to delete users `users:delete`, and to end sessions `sessions:revoke`. You need a sign-in from the last five minutes for more than ten users, to delete users and to change roles. Without one, a session can suspend or end the sessions of ten users, then of one more every six minutes, over all requests; a request for more than remain is rejected as a whole.',
  body: object(
    {
      action: oneOf(userActions),
      ids: array(string({ maxLength: 100, description: 'The id of a user.' }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
      }),
      suspension_reason: optional(SuspensionReason),
    },
    { title: 'UserChanges' },
  ),
  success: 200,
  headers: SessionsPending,
  reply: object(
    {
      results: array(
        object({
          id: string({ description: 'The id as you sent it.' }),
          failure: nullable({ ...RowFailure, description: 'Null on success.' }),
        }),
        { description: 'In the order of `ids`.' },
      ),
    },
    { title: 'UserChangeResults' },
  ),
  failures: ['forbidden', 'reauthentication_required'],
  idempotent: true,
})

/** The reasons why a row of an import does not create a user. */
const refusals = [
  'invalid_row',
  'repeated_row',
  'username_taken',
  'email_taken',
  'deleted_here',
  'forbidden',
] as const
const RefusedRow = oneOf(refusals, {
  description:
    '`repeated_row`: an earlier row has the same id, email address or username. `email_taken`: a user who recently had this address can still recover it. `deleted_here`: a user with this id or address was deleted. `forbidden`: the role has more rights than the caller.',
})
export type RowRefusal = Static<typeof RefusedRow>

/** Returns whether a row is refused because its password hash is fast to guess and the request does not accept such hashes. */
export const isFaultOfFastHash = ({ pointer, code }: { pointer: string; code: string }): boolean =>
  pointer === '/password_hash' && code === 'not_allowed'

export const ImportedRow = object(
  {
    outcome: oneOf(['made', 'exists', 'refused'], {
      description:
        '`made`: a user was created, or would be with `dry_run`. `exists`: a user has this id or email address and is not changed.',
    }),
    user_id: nullable({
      ...Id,
      description: 'The user who was created or exists. Null for an existing user without `users:read`.',
    }),
    username: nullable(
      string({
        description: 'The username. Null for a refused row, and for an existing user without `users:read`.',
      }),
    ),
    refusal: nullable(RefusedRow),
    errors: array(object({ pointer: string(), code: string(), detail: string() }), {
      description: 'The errors of an `invalid_row`.',
    }),
    left_out: array(object({ pointer: string(), code: string(), detail: string() }), {
      description:
        "Fields that can't be stored, such as a name with a line break. The user is created without them.",
    }),
  },
  { title: 'ImportedRow' },
)
export type ImportedRowResource = Static<typeof ImportedRow>

export const maxImportedRows = 100

export const importUsersEndpoint = endpoint({
  name: 'importUsers',
  method: 'POST',
  paths: ['/api/v1/users/import'],
  access: 'users:write',
  httpOnly: 'calls for one user each go at once on one connection',
  tag: 'users',
  summary: 'Import up to 100 users',
  description:
    'Creates a user from each row. A row has `email` and any of `id`, `username`, `name`, `locale`, `role`, `status`, `email_verified`, `password_hash`, `created_at`, `last_login_at` and `metadata`, in the same form as in `latchkey import`; values can be strings, as in CSV. A row that creates no user has a `refusal`; the others are still imported, each with an event `user.created`. Idempotent: existing users are not changed. No email is sent unless you set `invite`. Callers with an access token need a sign-in from the last five minutes, except for a `dry_run`.',
  body: object(
    {
      users: array(freeObject(), { minItems: 1, maxItems: maxImportedRows }),
      invite: optional(
        boolean({
          description: 'Sends an email with a link to set a password to each user created without one.',
        }),
      ),
      fast_hashes: optional(
        boolean({
          description:
            "Accepts password hashes with fewer than 10,000 rounds of MD5 or SHA, such as `{SSHA}`, `$1$` and `$P$`, and stores them inside argon2id. Nodes of an earlier version can't check these passwords.",
        }),
      ),
      without_unusable_hashes: optional(
        boolean({
          description:
            "Creates users without a password if their password hash isn't accepted. Each of them sets a password through an invitation or a password reset link.",
        }),
      ),
      dry_run: optional(boolean({ description: 'Returns what would happen, and changes nothing.' })),
    },
    { title: 'UserImport' },
  ),
  success: 200,
  reply: object(
    { results: array(ImportedRow, { description: 'In the order of the rows.' }) },
    { title: 'UserImportResults' },
  ),
  failures: ['reauthentication_required'],
})

export const bulkEndpoints = [changeUsersEndpoint, importUsersEndpoint]
