import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  sendVerificationEndpoint,
  takeBackEndpoint,
  verifyEmailEndpoint,
} from '#contract/users/links.ts'
import type { ForgotPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ForgotPasswordRequest.ts'
import type { ResetPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ResetPasswordRequest.ts'
import type { SendVerificationRequest__Output } from '#proto/generated/latchkey/auth/v1/SendVerificationRequest.ts'
import type { TakeBackRequest__Output } from '#proto/generated/latchkey/auth/v1/TakeBackRequest.ts'
import type { TakeBackResponse } from '#proto/generated/latchkey/auth/v1/TakeBackResponse.ts'
import type { VerifyEmailRequest__Output } from '#proto/generated/latchkey/auth/v1/VerifyEmailRequest.ts'
import type { VerifyEmailResponse } from '#proto/generated/latchkey/auth/v1/VerifyEmailResponse.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../../core/auth-rpcs.ts'

export const linkRpcs = authRpcs({
  ForgotPassword: endpointRpc(forgotPasswordEndpoint, {
    toInput: ({ email }: ForgotPasswordRequest__Output) => ({ body: { email } }),
    toReply: () => ({}),
  }),
  ResetPassword: endpointRpc(resetPasswordEndpoint, {
    toInput: ({ token, password }: ResetPasswordRequest__Output) => ({ body: { token, password } }),
    toReply: () => ({}),
  }),
  VerifyEmail: endpointRpc(verifyEmailEndpoint, {
    toInput: ({ token }: VerifyEmailRequest__Output) => ({ body: { token } }),
    toReply: ({ email }: Reply<typeof verifyEmailEndpoint>): VerifyEmailResponse => ({ email }),
  }),
  SendVerification: endpointRpc(sendVerificationEndpoint, {
    toInput: ({ email }: SendVerificationRequest__Output) => ({ body: { email } }),
    toReply: () => ({}),
  }),
  TakeBack: endpointRpc(takeBackEndpoint, {
    toInput: ({ token }: TakeBackRequest__Output) => ({ body: { token } }),
    toReply: ({ reset_token, expires_in }: Reply<typeof takeBackEndpoint>): TakeBackResponse => ({
      reset_token,
      expires_in,
    }),
  }),
})
