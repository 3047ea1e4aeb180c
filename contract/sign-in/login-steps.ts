import { endpoint } from '../declaration/endpoint.ts'
import { Id, PresentedPassword, Time } from '../declaration/fields.ts'
import { array, boolean, nullable, object, optional, type Static, string } from '../declaration/schema.ts'
import { AppCode, RecoveryCode, RecoveryCodes, TotpEnrolment } from './factors.ts'
import { TokenPair, tokenPairFields } from './token-pair.ts'

export const LoginToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'The `login_token` of the answer before. It opens the next steps of this one login, and nothing else.',
})

/**
 * The days for which a device is remembered, so that logins from it need no second factor. A login does not prolong this time.
 */
export const deviceLifetimeDays = 30

export const DeviceToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'Stands for a device on which the second factor was given within the last 30 days. It replaces the second factor of a login, never the password.',
})

const RememberDevice = boolean({
  description: 'Asks for a `device_token`, with which later logins from this device need the password only.',
})

export const CompletedLogin = object(
  {
    ...tokenPairFields,
    device_token: optional(DeviceToken),
    recovery_codes: optional(RecoveryCodes),
  },
  { title: 'CompletedLogin' },
)
export type CompletedLoginResource = Static<typeof CompletedLogin>

const step = { method: 'POST', access: 'anyone', tag: 'authentication', success: 200 } as const

const stepFailures = [
  'login_expired',
  'second_factor_invalid',
  'sessions_limited',
  'overloaded',
  'user_service_unavailable',
] as const

export const completeLoginByTotpEndpoint = endpoint({
  ...step,
  name: 'completeLoginByTotp',
  paths: ['/api/v1/auth/login/totp'],
  summary: 'Go on with a login by a code of the authenticator app',
  description:
    'After `second_factor_required`, or after POST /api/v1/auth/login/totp/enrol, whose app this code confirms; the reply then has `recovery_codes`. A code counts once. Wrong codes are counted for the user, not for the login.',
  body: object(
    { login_token: LoginToken, code: AppCode, remember_device: optional(RememberDevice) },
    { title: 'TotpStep' },
  ),
  reply: CompletedLogin,
  failures: [...stepFailures, 'second_factor_limited', 'enrolment_not_found'],
})

export const completeLoginByRecoveryCodeEndpoint = endpoint({
  ...step,
  name: 'completeLoginByRecoveryCode',
  paths: ['/api/v1/auth/login/recovery-code'],
  summary: 'Go on with a login by a recovery code',
  description:
    'Each code is good for one login. The user is told of it. Such a login cannot be remembered for the device. Wrong codes cause no pause for the user; ten of them end the login, and they are limited by network address as failed logins are.',
  body: object({ login_token: LoginToken, code: RecoveryCode }, { title: 'RecoveryCodeStep' }),
  reply: CompletedLogin,
  failures: [...stepFailures, 'login_address_limited'],
})

export const enrolTotpAtLoginEndpoint = endpoint({
  ...step,
  name: 'enrolTotpAtLogin',
  paths: ['/api/v1/auth/login/totp/enrol'],
  summary: 'Add the authenticator app that a login demands',
  description:
    'After `second_factor_enrolment_required`: the deployment demands a second factor and the user has none. A code of the app at POST /api/v1/auth/login/totp then completes the login.',
  body: object({ login_token: LoginToken }, { title: 'EnrolmentStep' }),
  reply: TotpEnrolment,
  failures: ['login_expired', 'changes_limited', 'user_service_unavailable'],
})

export const stepUpEndpoint = endpoint({
  name: 'stepUp',
  method: 'POST',
  paths: ['/api/v1/auth/step-up'],
  access: 'signed_in',
  tag: 'authentication',
  summary: 'Prove again who one is, for what needs a fresh proof',
  description:
    'After `reauthentication_required` (RFC 9470). The password, and with it a second factor if the user has one. The reply is a new pair of tokens of the same session; `auth_time` and `acr` are those of this proof, and the session does not last longer. Wrong proofs are limited as those of logins are.',
  body: object(
    { password: PresentedPassword, totp: optional(AppCode), recovery_code: optional(RecoveryCode) },
    { title: 'StepUp' },
  ),
  success: 200,
  reply: TokenPair,
  failures: [
    'forbidden',
    'invalid_credentials',
    'second_factor_required',
    'second_factor_invalid',
    'second_factor_limited',
    'login_name_limited',
    'login_address_limited',
    'overloaded',
    'user_service_unavailable',
  ],
  // The status is 400 and not 401, because the access token is valid: after a 401, clients would refresh it or log the user
  // out.
  statuses: { invalid_credentials: 400, second_factor_required: 400, second_factor_invalid: 400 },
})

export const Device = object(
  {
    id: Id,
    name: nullable(string({ description: 'As it was given at login, or what the user agent says.' })),
    address: string({ description: 'The network address that it was remembered from.' }),
    remembered_at: Time,
    expires_at: Time,
  },
  { title: 'Device' },
)
export type DeviceResource = Static<typeof Device>

const userId = string({ maxLength: 100, description: 'The id of the user; `me` stands for oneself.' })

export const listDevicesEndpoint = endpoint({
  name: 'listDevices',
  method: 'GET',
  paths: ['/api/v1/users/{id}/devices'],
  access: 'signed_in',
  tag: 'sessions',
  summary: 'The devices on which a login needs no second factor',
  description:
    'One’s own, or anybody’s with the scope `sessions:read`. At most 20. The authentication service answers.',
  params: object({ id: userId }),
  success: 200,
  reply: object({ data: array(Device) }, { title: 'DeviceList' }),
  failures: ['user_not_found'],
})

export const forgetDeviceEndpoint = endpoint({
  name: 'forgetDevice',
  method: 'DELETE',
  paths: ['/api/v1/users/{id}/devices/{device_id}'],
  access: 'signed_in',
  tag: 'sessions',
  summary: 'Ask for the second factor on a device again',
  description:
    'One’s own, or anybody’s with the scope `sessions:revoke`; an admin’s requires every scope. May be repeated. Its sessions go on.',
  params: object({ id: userId, device_id: string({ maxLength: 100, description: 'The id of the device.' }) }),
  success: 204,
  failures: ['forbidden', 'user_not_found'],
})

export const loginStepEndpoints = [
  completeLoginByTotpEndpoint,
  completeLoginByRecoveryCodeEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
  listDevicesEndpoint,
  forgetDeviceEndpoint,
]
