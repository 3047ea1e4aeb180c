import { endpoint } from '../declaration/endpoint.ts'
import { Id, Time, UserIdPath } from '../declaration/fields.ts'
import { SessionsPending } from '../declaration/reply-headers.ts'
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
import { User } from '../users/user.ts'

/** The kinds of second factors. A recovery code replaces another factor that is lost. */
export const factorKinds = ['totp', 'passkey', 'recovery_code'] as const

/** A second factor that can complete a login, as `second_factor_required` lists it. It names no device. */
export const LoginFactor = object(
  {
    kind: oneOf(factorKinds),
    left: optional(integer({ description: 'The number of unused recovery codes.' })),
  },
  { title: 'LoginFactor' },
)
export type LoginFactorResource = Static<typeof LoginFactor>

export const TotpCode = string({
  pattern: '^[0-9]{6}$',
  inWords: 'must be six digits',
  description: 'The current six digits of an authenticator app (TOTP, RFC 6238).',
  examples: ['492039'],
})

/** A code of the app that a user has. An app that came from another system may show more digits than one that is added here. */
export const AppCode = string({
  pattern: '^[0-9]{6,8}$',
  inWords: 'must be six to eight digits',
  description:
    'The current digits of an authenticator app (TOTP, RFC 6238): six, or up to eight for an imported app.',
  examples: ['492039'],
})

export const RecoveryCode = string({
  minLength: 16,
  maxLength: 40,
  pattern: '^[A-Za-z2-7 -]+$',
  inWords: 'must have only letters, the digits 2 to 7, spaces and hyphens',
  description: 'A recovery code: 16 letters and digits. Case, spaces and dashes are ignored.',
  examples: ['ABCD-EFGH-IJKL-MNOP'],
})

export const RecoveryCodes = array(RecoveryCode, {
  description: 'Ten codes, each valid for one sign-in. Shown only in this response.',
})

export const TotpEnrolment = object(
  {
    secret: string({ description: 'The shared secret in base32 (RFC 4648), for manual entry.' }),
    uri: string({ description: 'The `otpauth://totp/…` URI for authenticator apps.' }),
    qr_code: string({ description: 'The URI as a QR code: an SVG image to show inline.' }),
    expires_in: integer({ description: 'Seconds until the app must be confirmed.' }),
  },
  { title: 'TotpEnrolment' },
)
export type TotpEnrolmentResource = Static<typeof TotpEnrolment>

export const Factors = object(
  {
    totp: nullable(object({ added_at: Time, last_used_at: Time })),
    recovery_codes: nullable(
      object({ left: integer({ description: 'The number of unused codes.' }), made_at: Time }),
    ),
    is_required_at_login: boolean({ description: 'Whether the next sign-in requires a second factor.' }),
  },
  { title: 'Factors' },
)
export type FactorsResource = Static<typeof Factors>

const ofUser = { tag: 'factors', params: UserIdPath } as const
const proof =
  'You need a sign-in or re-authentication from the last five minutes, with every factor that your sign-in requires: sign in again, or POST /api/v1/auth/step-up.'

export const getFactorsEndpoint = endpoint({
  ...ofUser,
  name: 'getFactors',
  method: 'GET',
  paths: ['/api/v1/users/{id}/factors'],
  access: 'signed_in',
  summary: 'List the second factors of a user',
  description:
    'Your own, or those of any user with the scope `users:read`. Secrets and codes are never returned again.',
  success: 200,
  reply: Factors,
  failures: ['user_not_found'],
})

export const enrolTotpEndpoint = endpoint({
  ...ofUser,
  name: 'enrolTotp',
  ownOnly: true,
  method: 'POST',
  paths: ['/api/v1/users/{id}/factors/totp'],
  access: 'signed_in',
  summary: 'Start adding an authenticator app',
  description: `For yourself only. Nothing changes until you confirm the app with a code; an app confirmed earlier stays until then. ${proof}`,
  success: 201,
  reply: TotpEnrolment,
  failures: [
    'user_not_found',
    'forbidden',
    'reauthentication_required',
    'changes_limited',
    'auth_service_outdated',
  ],
})

export const confirmTotpEndpoint = endpoint({
  ...ofUser,
  name: 'confirmTotp',
  ownOnly: true,
  method: 'POST',
  paths: ['/api/v1/users/{id}/factors/totp/confirm'],
  access: 'signed_in',
  summary: 'Confirm an authenticator app with a code',
  description: `From now on, sign-ins require a code. An app confirmed earlier is replaced, which ends every other session. If you have no recovery codes yet, the response contains them. ${proof}`,
  body: object({ code: TotpCode }, { title: 'TotpConfirmation' }),
  success: 200,
  headers: SessionsPending,
  reply: object({ recovery_codes: optional(RecoveryCodes) }, { title: 'ConfirmedTotp' }),
  failures: [
    'user_not_found',
    'forbidden',
    'reauthentication_required',
    'second_factor_invalid',
    'enrolment_not_found',
    'auth_service_outdated',
  ],
  // The status is 400 and not 401, because the access token is valid: after a 401, clients would refresh it or log the user
  // out.
  statuses: { second_factor_invalid: 400 },
})

export const removeTotpEndpoint = endpoint({
  ...ofUser,
  name: 'removeTotp',
  ownOnly: true,
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/factors/totp'],
  access: 'signed_in',
  summary: 'Remove the authenticator app',
  description: `For yourself only. Ends every other session. Without another second factor, the recovery codes are removed too. ${proof}`,
  success: 204,
  headers: SessionsPending,
  failures: ['user_not_found', 'forbidden', 'reauthentication_required', 'factor_not_found'],
})

export const makeRecoveryCodesEndpoint = endpoint({
  ...ofUser,
  name: 'makeRecoveryCodes',
  ownOnly: true,
  method: 'POST',
  paths: ['/api/v1/users/{id}/recovery-codes'],
  access: 'signed_in',
  summary: 'Create ten new recovery codes',
  description: `For yourself only. Invalidates the previous codes. ${proof} A sign-in with a recovery code is not enough.`,
  success: 201,
  reply: object({ recovery_codes: RecoveryCodes }, { title: 'MadeRecoveryCodes' }),
  failures: [
    'user_not_found',
    'forbidden',
    'reauthentication_required',
    'factor_not_found',
    'changes_limited',
  ],
})

export const resetFactorsEndpoint = endpoint({
  ...ofUser,
  name: 'resetFactors',
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/factors'],
  access: 'users:write',
  summary: 'Remove all second factors of a user',
  description:
    "For support. Verify the user's identity another way first. Ends every session of the user and notifies them. Admins can't do this to themselves. Callers with an access token need a sign-in from the last five minutes.",
  success: 204,
  headers: SessionsPending,
  failures: ['user_not_found', 'forbidden', 'reauthentication_required'],
})

export const factorEndpoints = [
  getFactorsEndpoint,
  enrolTotpEndpoint,
  confirmTotpEndpoint,
  removeTotpEndpoint,
  makeRecoveryCodesEndpoint,
  resetFactorsEndpoint,
]

/** The second factors of a user whose password was right, as the user service sends them. */
export const SecondFactors = object(
  {
    version: integer({
      description: 'Rises with every change of a factor. A login under way does not survive it.',
    }),
    factors: array(LoginFactor),
  },
  { title: 'SecondFactors' },
)
export type SecondFactorsResource = Static<typeof SecondFactors>

const internal = { method: 'POST', access: 'service', tag: 'internal', success: 200 } as const

/**
 * The session that did not end when all others of the user did, in the user's present session epoch. In the authentication service
 * it may still have an earlier epoch, because the order to end the others can come late. Absent when all sessions ended.
 */
export const KeptSession = optional({
  ...Id,
  description: 'The session of an earlier epoch that goes on in this one.',
})

export const ProvenUser = object(
  {
    user: User,
    session_epoch: integer(),
    kept_session: KeptSession,
    second_factors: SecondFactors,
    recovery_codes: optional(RecoveryCodes),
  },
  { title: 'ProvenUser' },
)

/** The state of a login or a session when a factor was requested. */
const stood = {
  user_id: Id,
  session_epoch: integer(),
  factors_version: integer({ description: '0 for a user without a factor.' }),
}

export const proveFactorEndpoint = endpoint({
  ...internal,
  name: 'proveFactor',
  paths: ['/internal/prove-factor'],
  summary: 'Check a second factor and use it up',
  description:
    'Exactly one of `totp` and `recovery_code`. `login_expired` when the user, the password or a factor has changed since.',
  body: object(
    { ...stood, totp: optional(AppCode), recovery_code: optional(RecoveryCode) },
    { title: 'FactorProof' },
  ),
  reply: ProvenUser,
  failures: ['second_factor_invalid', 'login_expired'],
})

export const enrolAtLoginEndpoint = endpoint({
  ...internal,
  name: 'enrolAtLogin',
  paths: ['/internal/enrol-totp'],
  summary: 'Begin to add an authenticator app in a login that demands one',
  body: object(stood, { title: 'EnrolmentAtLogin' }),
  reply: TotpEnrolment,
  failures: ['login_expired', 'changes_limited'],
})

export const confirmAtLoginEndpoint = endpoint({
  ...internal,
  name: 'confirmAtLogin',
  paths: ['/internal/confirm-totp'],
  summary: 'Confirm the authenticator app in a login that demands one',
  body: object({ ...stood, code: AppCode }, { title: 'ConfirmationAtLogin' }),
  reply: ProvenUser,
  failures: ['second_factor_invalid', 'login_expired', 'enrolment_not_found'],
})

export const internalFactorEndpoints = [proveFactorEndpoint, enrolAtLoginEndpoint, confirmAtLoginEndpoint]
