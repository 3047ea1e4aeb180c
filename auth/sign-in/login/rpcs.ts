import { changePasswordEndpoint, logInEndpoint } from '#contract/auth.ts'
import type { ChangePasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ChangePasswordRequest.ts'
import type { LoginRequest__Output } from '#proto/generated/latchkey/auth/v1/LoginRequest.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs, toLoginResponse } from '../../core/auth-rpcs.ts'

export const loginRpcs = authRpcs({
  Login: endpointRpc(logInEndpoint, {
    toInput: ({ username, password, device_name, device_token }: LoginRequest__Output) => ({
      body: {
        username,
        password,
        ...(device_name === undefined ? {} : { device_name }),
        ...(device_token === undefined ? {} : { device_token }),
      },
    }),
    toReply: toLoginResponse,
  }),
  ChangePassword: endpointRpc(changePasswordEndpoint, {
    toInput: ({ current_password, new_password }: ChangePasswordRequest__Output) => ({
      body: { current_password, new_password },
    }),
    toReply: toLoginResponse,
  }),
})
