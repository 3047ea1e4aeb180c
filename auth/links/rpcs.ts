import type { Reply } from '#contract/declaration/endpoint.ts'
import { forgotPasswordEndpoint, resetPasswordEndpoint, verifyEmailEndpoint } from '#contract/links.ts'
import type { ForgotPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ForgotPasswordRequest.ts'
import type { ResetPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ResetPasswordRequest.ts'
import type { VerifyEmailRequest__Output } from '#proto/generated/latchkey/auth/v1/VerifyEmailRequest.ts'
import type { VerifyEmailResponse } from '#proto/generated/latchkey/auth/v1/VerifyEmailResponse.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../core/auth-rpcs.ts'

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
})
