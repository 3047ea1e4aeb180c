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
          string({ format: 'date-time', description: 'Null when an older version suspended the user.' }),
        ),
        reason: nullable(string({ description: 'As it was given with the suspension.' })),
        by: nullable(
          string({
            description:
              'The user or the API key that did it, or that gave the present reason; null for the command line.',
          }),
        ),
        by_name: nullable(
          string({ description: 'The present username, or the name of the API key; null when it is gone.' }),
        ),
      }),
    ),
    password: oneOf(['none', 'set', 'temporary', 'temporary_expired'], {
      description: '`temporary` must be changed at the next login.',
    }),
    temporary_until: nullable(Time),
    sessions_pending_since: nullable(
      string({
        format: 'date-time',
        description:
          'Since when sessions of the user that have ended are not confirmed by the authentication service (`Latchkey-Sessions: pending`); null when all have ended everywhere.',
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
  summary: 'Why a user is suspended, and what kind of password it has',
  description:
    'For support. No reply to the user has it. The event `user.suspended` has the reason too, for whoever gets events: webhooks, NATS and `events:read`.',
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
  summary: 'Confirm the address of a user by hand',
  description:
    'For a user whom no mail reaches, and who has proved in another way that the address is theirs. `email` is that address: when the user has another one by now, nothing is confirmed. May be repeated.',
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
  summary: 'Send a user a mail with which a new password can be set',
  description:
    'The password stays as it is until the link is used. The link of an earlier mail is void then.',
  success: 202,
  failures: ['user_not_found', 'forbidden', 'user_suspended'],
})

export const setTemporaryPasswordEndpoint = endpoint({
  ...ofUser,
  name: 'setTemporaryPassword',
  method: 'POST',
  paths: ['/api/v1/users/{id}/temporary-password'],
  access: 'users:write',
  summary: 'Give a user a password that must be changed at the next login',
  description:
    'For a user whom no mail reaches. Ends every session. The password is made here, is shown once, and is good for 24 hours; a login with it answers 403 `password_change_required` with a `reset_token`, and starts no session. A user needs a login of the last five minutes to do this.',
  success: 200,
  headers: SessionsPending,
  reply: object(
    {
      temporary_password: string({ description: 'Shown in this reply only.' }),
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
  summary: 'Do the same to up to 100 users',
  description:
    'Needs `users:write`, to delete users `users:delete`, and to end their sessions `sessions:revoke`. Each user is handled as by the request for one user, with its events and mails, in the order of the list; a user to whom it cannot be done has a `failure`, and the others are done. An own id is `forbidden`. For more than ten users, to delete users and to change their role, a user must have logged in within the last five minutes. Otherwise a session may suspend, or end the sessions of, ten users at once, and then one every six minutes, all requests together; a request for more than are left is refused as a whole. When the request itself fails, or its reply is lost, some users may be done: repeat it with the same `Idempotency-Key`, and nothing is done to them again, so that nobody gets a second mail. `confirm_email` confirms the present address.',
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
          id: string({ description: 'As it was sent.' }),
          failure: nullable({ ...RowFailure, description: 'Null when it is done.' }),
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
    '`repeated_row`: an earlier row has the same id, address or username. `email_taken`: somebody who had this address until lately can still take it back. `deleted_here`: somebody with this id or address was deleted here. `forbidden`: the role has more rights than the caller.',
})
export type RowRefusal = Static<typeof RefusedRow>

/** Returns whether a row is refused because its password hash is fast to guess and the request does not accept such hashes. */
export const isFaultOfFastHash = ({ pointer, code }: { pointer: string; code: string }): boolean =>
  pointer === '/password_hash' && code === 'not_allowed'

export const ImportedRow = object(
  {
    outcome: oneOf(['made', 'exists', 'refused'], {
      description:
        '`made`: there is a new user, or with `dry_run` there would be one. `exists`: a user has this id or this address, and stays as it is.',
    }),
    user_id: nullable({
      ...Id,
      description: 'The user who was made or exists. Without `users:read` it is null for one who exists.',
    }),
    username: nullable(
      string({
        description:
          'What the user is called; null when the row is refused, and without `users:read` when the user exists.',
      }),
    ),
    refusal: nullable(RefusedRow),
    errors: array(object({ pointer: string(), code: string(), detail: string() }), {
      description: 'The faults of an `invalid_row`.',
    }),
    left_out: array(object({ pointer: string(), code: string(), detail: string() }), {
      description:
        'The fields that cannot be kept, such as a name with a line break. The user is made without them.',
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
  summary: 'Make users of up to 100 rows of another system',
  description:
    'Each row is a user as far as the other system tells, as `latchkey import` takes it: `email`, and of `id`, `username`, `name`, `locale`, `role`, `status`, `email_verified`, `password_hash`, `created_at`, `last_login_at` and `metadata` what is known. Values may be texts, as in CSV. A row that makes no user says why, and the others are done, each with its event `user.created`. May be repeated: who is there stays as it is. No mail is sent, unless `invite` says so. A user needs a login of the last five minutes, but not for a `dry_run`, which changes nothing.',
  body: object(
    {
      users: array(freeObject(), { minItems: 1, maxItems: maxImportedRows }),
      invite: optional(
        boolean({
          description: 'Sends everybody who is made without a password a mail with a link to set one.',
        }),
      ),
      fast_hashes: optional(
        boolean({
          description:
            'Accepts password hashes of fewer than 10,000 rounds of MD5 or SHA, such as `{SSHA}`, `$1$` and `$P$`, and stores them inside argon2id. Nodes of an earlier version cannot check these passwords.',
        }),
      ),
      without_unusable_hashes: optional(
        boolean({
          description:
            'Makes the users whose password hash is not accepted without a password. They set one with a link.',
        }),
      ),
      dry_run: optional(boolean({ description: 'Says what would happen, and changes nothing.' })),
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
