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
  summary: 'Begin a login with a passkey alone',
  description:
    'The options for `navigator.credentials.get()`, also with `mediation: "conditional"`. Nothing is stored, and they are the same for everybody but for the challenge.',
})

export const logInByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'logInByPasskey',
  access: 'anyone',
  paths: ['/api/v1/auth/passkey/login'],
  summary: 'Log in with a passkey alone',
  description:
    'Without a password and without a second factor: a passkey is both (`aal2`). The person must have been verified by the device. After `passkey_invalid` a page may call `PublicKeyCredential.signalUnknownCredential()`.',
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
  summary: 'Begin to go on with a login by a passkey',
  description: 'After `second_factor_required` with the factor `passkey`. Nothing is stored.',
  body: object({ login_token: LoginToken }, { title: 'PasskeyStepRequest' }),
})

export const completeLoginByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'completeLoginByPasskey',
  access: 'anyone',
  paths: ['/api/v1/auth/login/passkey'],
  summary: 'Go on with a login by a passkey',
  description: 'A passkey of another user, and one that was answered for another login, are refused.',
  body: object(
    {
      login_token: LoginToken,
      credential: PasskeyAssertion,
      remember_device: optional(
        boolean({
          description:
            'Asks for a `device_token`, with which later logins from this device need the password only.',
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
  summary: 'Begin to prove by a passkey who one is',
  failures: ['passkeys_off', 'forbidden'],
})

export const stepUpByPasskeyEndpoint = endpoint({
  ...answer,
  name: 'stepUpByPasskey',
  access: 'signed_in',
  paths: ['/api/v1/auth/step-up/passkey'],
  summary: 'Prove by a passkey who one is, for what needs a fresh proof',
  description:
    'After `reauthentication_required` (RFC 9470), as POST /api/v1/auth/step-up, without the password.',
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
