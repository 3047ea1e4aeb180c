import { endpoint } from '../declaration/endpoint.ts'
import { Id, PresentedPassword, Time } from '../declaration/fields.ts'
import { array, boolean, nullable, object, optional, type Static, string } from '../declaration/schema.ts'
import { AppCode, RecoveryCode, RecoveryCodes, TotpEnrolment } from './factors.ts'
import { TokenPair, tokenPairFields } from './token-pair.ts'

export const LoginToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'The `login_token` of the previous response. It is valid only for the next steps of this sign-in.',
})

/**
 * The days for which a device is remembered, so that logins from it need no second factor. A login does not prolong this time.
 */
export const deviceLifetimeDays = 30

export const DeviceToken = string({
  minLength: 20,
  maxLength: 200,
  description:
    'Identifies a trusted device, on which the second factor was used within the last 30 days. It replaces the second factor at sign-in, never the password.',
})

const RememberDevice = boolean({
  description: 'Requests a `device_token`. With it, later sign-ins from this device need only the password.',
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
  summary: 'Continue a sign-in with a code of the authenticator app',
  description:
    'Use it after `second_factor_required`, or after POST /api/v1/auth/login/totp/enrol to confirm the new app; the response then has `recovery_codes`. A code is accepted once. Wrong codes are counted per user, not per sign-in.',
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
  summary: 'Continue a sign-in with a recovery code',
  description:
    "A code is accepted once, and the user is notified. Such a sign-in can't make the device trusted. Wrong codes don't lock the user: ten of them end this sign-in, and they are limited by IP address like failed sign-ins.",
  body: object({ login_token: LoginToken, code: RecoveryCode }, { title: 'RecoveryCodeStep' }),
  reply: CompletedLogin,
  failures: [...stepFailures, 'login_address_limited'],
})

export const enrolTotpAtLoginEndpoint = endpoint({
  ...step,
  name: 'enrolTotpAtLogin',
  paths: ['/api/v1/auth/login/totp/enrol'],
  summary: 'Add an authenticator app during sign-in',
  description:
    'Use it after `second_factor_enrolment_required`: the deployment requires a second factor and the user has none. Then complete the sign-in with a code of the app at POST /api/v1/auth/login/totp.',
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
  summary: 'Re-authenticate with your password',
  description:
    "Use it after `reauthentication_required` (RFC 9470). Send the password and, if you have one, a second factor. Returns new tokens of the same session with the `auth_time` and `acr` of this authentication; the session doesn't last longer. Failed attempts are limited like failed sign-ins.",
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
    name: nullable(string({ description: 'The name sent at sign-in, or one derived from the user agent.' })),
    address: string({ description: 'The IP address from which the device was trusted.' }),
    remembered_at: Time,
    expires_at: Time,
  },
  { title: 'Device' },
)
export type DeviceResource = Static<typeof Device>

const userId = string({
  maxLength: 100,
  description: 'The id of the user. `me` means the authenticated user.',
})

export const listDevicesEndpoint = endpoint({
  name: 'listDevices',
  method: 'GET',
  paths: ['/api/v1/users/{id}/devices'],
  access: 'signed_in',
  tag: 'sessions',
  summary: 'List the trusted devices of a user',
  description:
    'Lists at most 20 devices on which sign-in needs no second factor. Your own, or those of any user with the scope `sessions:read`. Served by the authentication service.',
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
  summary: 'Remove a trusted device',
  description:
    'The next sign-in on the device needs the second factor again; its sessions continue. Your own, or those of any user with the scope `sessions:revoke`; for an admin, every scope. Idempotent.',
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
