import { endpoint } from '../declaration/endpoint.ts'
import { DeviceName } from '../declaration/fields.ts'
import { boolean, object, optional } from '../declaration/schema.ts'
import { CompletedLogin, LoginToken } from './login-steps.ts'
import { TokenPair } from './token-pair.ts'
import { PasskeyAssertion, PasskeyRequest } from './webauthn.ts'

const ask = {
  method: 'POST',
  tag: 'passkeys',
  success: 200,
  reply: PasskeyRequest,
  failures: ['passkeys_off'],
} as const
const answer = { method: 'POST', tag: 'passkeys', success: 200 } as const

export const beginPasskeyLoginEndpoint = endpoint({
  ...ask,
  name: 'beginPasskeyLogin',
  access: 'anyone',
  paths: ['/api/v1/auth/passkey/options'],
  summary: 'Start a sign-in with a passkey',
  description:
    'Returns the options for `navigator.credentials.get()`, also with `mediation: "conditional"`. Nothing is stored, and only the challenge differs between users.',
})

export const logInByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'logInByPasskey',
  access: 'anyone',
  paths: ['/api/v1/auth/passkey/login'],
  summary: 'Sign in with a passkey',
  description:
    'Needs no password and no second factor: the passkey replaces both (`aal2`). The device must have verified the user. After `passkey_invalid`, a page can call `PublicKeyCredential.signalUnknownCredential()`.',
  body: object(
    { credential: PasskeyAssertion, device_name: optional(DeviceName) },
    { title: 'PasskeyLogin' },
  ),
  reply: TokenPair,
  failures: ['passkey_invalid', 'passkeys_off', 'sessions_limited', 'overloaded', 'user_service_unavailable'],
})

export const beginPasskeyStepEndpoint = endpoint({
  ...ask,
  name: 'beginPasskeyStep',
  access: 'anyone',
  paths: ['/api/v1/auth/login/passkey/options'],
  summary: 'Start the passkey step of a sign-in',
  description: 'Use it after `second_factor_required` with the factor `passkey`. Nothing is stored.',
  body: object({ login_token: LoginToken }, { title: 'PasskeyStepRequest' }),
})

export const completeLoginByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'completeLoginByPasskey',
  access: 'anyone',
  paths: ['/api/v1/auth/login/passkey'],
  summary: 'Continue a sign-in with a passkey',
  description: 'A passkey of another user, or a response to the challenge of another sign-in, is rejected.',
  body: object(
    {
      login_token: LoginToken,
      credential: PasskeyAssertion,
      remember_device: optional(
        boolean({
          description:
            'Requests a `device_token`. With it, later sign-ins from this device need only the password.',
        }),
      ),
    },
    { title: 'PasskeyStep' },
  ),
  reply: CompletedLogin,
  failures: [
    'login_expired',
    'passkey_invalid',
    'passkeys_off',
    'sessions_limited',
    'overloaded',
    'user_service_unavailable',
  ],
})

export const beginPasskeyStepUpEndpoint = endpoint({
  ...ask,
  name: 'beginPasskeyStepUp',
  access: 'signed_in',
  paths: ['/api/v1/auth/step-up/passkey/options'],
  summary: 'Start re-authenticating with a passkey',
  failures: ['passkeys_off', 'forbidden'],
})

export const stepUpByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'stepUpByPasskey',
  access: 'signed_in',
  paths: ['/api/v1/auth/step-up/passkey'],
  summary: 'Re-authenticate with a passkey',
  description:
    'Use it after `reauthentication_required` (RFC 9470). Like POST /api/v1/auth/step-up, without the password.',
  body: object({ credential: PasskeyAssertion }, { title: 'PasskeyStepUp' }),
  reply: TokenPair,
  failures: ['forbidden', 'passkey_invalid', 'passkeys_off', 'login_expired', 'user_service_unavailable'],
  // The status is 400 and not 401, because the access token is valid: after a 401, clients would refresh it or log the user
  // out.
  statuses: { passkey_invalid: 400, login_expired: 400 },
})

export const passkeyLoginEndpoints = [
  beginPasskeyLoginEndpoint,
  logInByPasskeyEndpoint,
  beginPasskeyStepEndpoint,
  completeLoginByPasskeyEndpoint,
  beginPasskeyStepUpEndpoint,
  stepUpByPasskeyEndpoint,
]
