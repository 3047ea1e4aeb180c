import {
  type CompletedLoginResource,
  completeLoginByRecoveryCodeEndpoint,
  completeLoginByTotpEndpoint,
  enrolTotpAtLoginEndpoint,
  stepUpEndpoint,
} from '#contract/sign-in/login-steps.ts'
import type { CompleteLoginByRecoveryCodeRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteLoginByRecoveryCodeRequest.ts'
import type { CompleteLoginByTotpRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteLoginByTotpRequest.ts'
import type { CompleteLoginByTotpResponse } from '#proto/generated/latchkey/auth/v1/CompleteLoginByTotpResponse.ts'
import type { EnrolTotpAtLoginRequest__Output } from '#proto/generated/latchkey/auth/v1/EnrolTotpAtLoginRequest.ts'
import type { StepUpRequest__Output } from '#proto/generated/latchkey/auth/v1/StepUpRequest.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs, toLoginResponse } from '../../core/auth-rpcs.ts'

export const secondFactorRpcs = authRpcs({
  CompleteLoginByTotp: endpointRpc(completeLoginByTotpEndpoint, {
    toInput: ({ login_token, code, remember_device }: CompleteLoginByTotpRequest__Output) => ({
      body: { login_token, code, remember_device },
    }),
    toReply: toCompletedResponse,
  }),
  CompleteLoginByRecoveryCode: endpointRpc(completeLoginByRecoveryCodeEndpoint, {
    toInput: ({ login_token, code }: CompleteLoginByRecoveryCodeRequest__Output) => ({
      body: { login_token, code },
    }),
    toReply: toLoginResponse,
  }),
  EnrolTotpAtLogin: endpointRpc(enrolTotpAtLoginEndpoint, {
    toInput: ({ login_token }: EnrolTotpAtLoginRequest__Output) => ({ body: { login_token } }),
    toReply: (enrolment) => enrolment,
  }),
  StepUp: endpointRpc(stepUpEndpoint, {
    toInput: ({ password, totp, recovery_code }: StepUpRequest__Output) => ({
      body: {
        password,
        ...(totp === undefined ? {} : { totp }),
        ...(recovery_code === undefined ? {} : { recovery_code }),
      },
    }),
    toReply: toLoginResponse,
  }),
})

function toCompletedResponse({
  device_token,
  recovery_codes,
  ...tokens
}: CompletedLoginResource): CompleteLoginByTotpResponse {
  return {
    ...toLoginResponse(tokens),
    ...(device_token === undefined ? {} : { device_token }),
    recovery_codes: recovery_codes ?? [],
  }
}
