import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import {
  beginPasskeyLoginEndpoint,
  beginPasskeyStepEndpoint,
  beginPasskeyStepUpEndpoint,
  completeLoginByPasskeyEndpoint,
  logInByPasskeyEndpoint,
  stepUpByPasskeyEndpoint,
} from '#contract/sign-in/passkey-login.ts'
import type { PasskeyRequestResource } from '#contract/sign-in/webauthn.ts'
import type { BeginPasskeyLoginResponse } from '#proto/generated/latchkey/auth/v1/BeginPasskeyLoginResponse.ts'
import type { BeginPasskeyStepRequest__Output } from '#proto/generated/latchkey/auth/v1/BeginPasskeyStepRequest.ts'
import type { CompleteLoginByPasskeyRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteLoginByPasskeyRequest.ts'
import type { CompleteLoginByPasskeyResponse } from '#proto/generated/latchkey/auth/v1/CompleteLoginByPasskeyResponse.ts'
import type { LogInByPasskeyRequest__Output } from '#proto/generated/latchkey/auth/v1/LogInByPasskeyRequest.ts'
import type { StepUpByPasskeyRequest__Output } from '#proto/generated/latchkey/auth/v1/StepUpByPasskeyRequest.ts'
import { fromJson } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs, toLoginResponse } from '../../core/auth-rpcs.ts'

const names = { credential: 'credential_json' }

/**
 * The methods for passkeys. Browsers and phones describe a passkey as JSON (WebAuthn), and the messages contain this
 * JSON unchanged as text.
 */
export const passkeyLoginRpcs = authRpcs({
  BeginPasskeyLogin: endpointRpc(beginPasskeyLoginEndpoint, { toInput: () => ({}), toReply: toBegun }),
  LogInByPasskey: endpointRpc(logInByPasskeyEndpoint, {
    names,
    toInput: ({ credential_json, device_name }: LogInByPasskeyRequest__Output) => ({
      body: {
        credential: fromJson(credential_json),
        ...(device_name === undefined ? {} : { device_name }),
      },
    }),
    toReply: toLoginResponse,
  }),
  BeginPasskeyStep: endpointRpc(beginPasskeyStepEndpoint, {
    toInput: ({ login_token }: BeginPasskeyStepRequest__Output) => ({ body: { login_token } }),
    toReply: toBegun,
  }),
  CompleteLoginByPasskey: endpointRpc(completeLoginByPasskeyEndpoint, {
    names,
    toInput: ({ login_token, credential_json, remember_device }: CompleteLoginByPasskeyRequest__Output) => ({
      body: { login_token, credential: fromJson(credential_json), remember_device },
    }),
    toReply: toCompleted,
  }),
  BeginPasskeyStepUp: endpointRpc(beginPasskeyStepUpEndpoint, { toInput: () => ({}), toReply: toBegun }),
  StepUpByPasskey: endpointRpc(stepUpByPasskeyEndpoint, {
    names,
    toInput: ({ credential_json }: StepUpByPasskeyRequest__Output) => ({
      body: { credential: fromJson(credential_json) },
    }),
    toReply: toLoginResponse,
  }),
})

function toBegun({ public_key, expires_in }: PasskeyRequestResource): BeginPasskeyLoginResponse {
  return { public_key_json: JSON.stringify(public_key), expires_in }
}

/**
 * Converts the reply of a login that was completed by a passkey. It has no recovery codes, because a user with a passkey has
 * them already.
 */
function toCompleted({
  device_token,
  recovery_codes: _,
  ...tokens
}: CompletedLoginResource): CompleteLoginByPasskeyResponse {
  return { ...toLoginResponse(tokens), ...(device_token === undefined ? {} : { device_token }) }
}
