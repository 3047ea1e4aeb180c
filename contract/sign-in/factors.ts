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
    left: optional(integer({ description: 'How many recovery codes are left.' })),
  },
  { title: 'LoginFactor' },
)
export type LoginFactorResource = Static<typeof LoginFactor>

export const TotpCode = string({
  pattern: '^[0-9]{6}$',
  inWords: 'must be six digits',
  description: 'The six digits that an authenticator app shows now (TOTP, RFC 6238).',
  examples: ['492039'],
})

/** A code of the app that a user has. An app that came from another system may show more digits than one that is added here. */
export const AppCode = string({
  pattern: '^[0-9]{6,8}$',
  inWords: 'must be six to eight digits',
  description:
    'The digits that an authenticator app shows now (TOTP, RFC 6238): six, or as many as an app has that was imported.',
  examples: ['492039'],
})

export const RecoveryCode = string({
  minLength: 16,
  maxLength: 40,
  pattern: '^[A-Za-z2-7 -]+$',
  inWords: 'must have only letters, the digits 2 to 7, spaces and hyphens',
  description: 'One of the recovery codes: 16 letters and digits; case, spaces and dashes do not count.',
  examples: ['ABCD-EFGH-IJKL-MNOP'],
})

export const RecoveryCodes = array(RecoveryCode, {
  description: 'Ten codes, each good for one login. They are shown in this reply only.',
})

export const TotpEnrolment = object(
  {
    secret: string({ description: 'The shared secret in base32 (RFC 4648), for typing it in.' }),
    uri: string({ description: '`otpauth://totp/…`, for authenticator apps.' }),
    qr_code: string({ description: 'The same as a QR code: an SVG image, to show inline.' }),
    expires_in: integer({ description: 'Seconds until it must be confirmed.' }),
  },
  { title: 'TotpEnrolment' },
)
export type TotpEnrolmentResource = Static<typeof TotpEnrolment>

export const Factors = object(
  {
    totp: nullable(object({ added_at: Time, last_used_at: Time })),
    recovery_codes: nullable(
      object({ left: integer({ description: 'How many were not used yet.' }), made_at: Time }),
    ),
    is_required_at_login: boolean({ description: 'Whether the next login asks for a second factor.' }),
  },
  { title: 'Factors' },
)
export type FactorsResource = Static<typeof Factors>

const ofUser = { tag: 'factors', params: UserIdPath } as const
const proof =
  'It needs a proof, at most five minutes old, of everything that a login of this user asks for: log in again, or POST /api/v1/auth/step-up.'

export const getFactorsEndpoint = endpoint({
  ...ofUser,
  name: 'getFactors',
  method: 'GET',
  paths: ['/api/v1/users/{id}/factors'],
  access: 'signed_in',
  summary: 'The second factors of a user',
  description: 'One’s own, or anybody’s with the scope `users:read`. No reply has a secret or a code again.',
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
  summary: 'Begin to add an authenticator app',
  description: `One’s own only. Nothing changes until a code of the app is confirmed; an app that was confirmed before stays until then. ${proof}`,
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
  summary: 'Confirm the authenticator app with a code that it shows',
  description: `From then on logins ask for a code. An app that was confirmed before counts no more, and every other session ends with it. Whoever has no recovery codes yet gets them in the reply. ${proof}`,
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
  description: `One’s own only. Every other session ends. Without another second factor the recovery codes go with it. ${proof}`,
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
  summary: 'Make ten new recovery codes',
  description: `One’s own only. The codes before are void. ${proof} A login by a recovery code is not enough.`,
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
  summary: 'Remove every second factor of a user who has lost them',
  description:
    'For support, after the person was recognized in another way. Ends every session of the user, and tells the user. Admins cannot do this to themselves. A user needs a login of the last five minutes to do this.',
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
