import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  confirmEmailEndpoint,
  getLoginStateEndpoint,
  type LoginStateResource,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
} from '#contract/users/user-support.ts'
import type { ConfirmEmailRequest__Output } from '#proto/generated/latchkey/users/v1/ConfirmEmailRequest.ts'
import type { GetLoginStateRequest__Output } from '#proto/generated/latchkey/users/v1/GetLoginStateRequest.ts'
import type { GetLoginStateResponse } from '#proto/generated/latchkey/users/v1/GetLoginStateResponse.ts'
import type { SendPasswordResetRequest__Output } from '#proto/generated/latchkey/users/v1/SendPasswordResetRequest.ts'
import type { SetTemporaryPasswordRequest__Output } from '#proto/generated/latchkey/users/v1/SetTemporaryPasswordRequest.ts'
import type { SetTemporaryPasswordResponse } from '#proto/generated/latchkey/users/v1/SetTemporaryPasswordResponse.ts'
import { toEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { toTaggedMessage, userServiceRpcs } from '../../core/user-rpcs.ts'

export const supportRpcs = userServiceRpcs({
  GetLoginState: endpointRpc(getLoginStateEndpoint, {
    toInput: ({ id }: GetLoginStateRequest__Output) => ({ params: { id } }),
    toReply: toLoginStateMessage,
  }),
  ConfirmEmail: endpointRpc(confirmEmailEndpoint, {
    toInput: ({ id, email }: ConfirmEmailRequest__Output) => ({ params: { id }, body: { email } }),
    toReply: toTaggedMessage,
  }),
  SendPasswordReset: endpointRpc(sendPasswordResetEndpoint, {
    toInput: ({ id }: SendPasswordResetRequest__Output) => ({ params: { id } }),
    toReply: () => ({}),
  }),
  SetTemporaryPassword: endpointRpc(setTemporaryPasswordEndpoint, {
    toInput: ({ id }: SetTemporaryPasswordRequest__Output) => ({ params: { id } }),
    toReply: (made: Reply<typeof setTemporaryPasswordEndpoint>): SetTemporaryPasswordResponse => ({
      ...made,
      expires_at: toTimestamp(made.expires_at),
    }),
  }),
})

function toLoginStateMessage(state: LoginStateResource): GetLoginStateResponse {
  const { suspension, password, temporary_until, sessions_pending_since } = state
  return {
    suspension: suspension && {
      suspended_at: toTimestamp(suspension.at),
      ...(suspension.reason === null ? {} : { reason: suspension.reason }),
      ...(suspension.by === null ? {} : { by: suspension.by }),
      ...(suspension.by_name === null ? {} : { by_name: suspension.by_name }),
    },
    password: toEnum('PASSWORD_STATE_', password),
    temporary_until: toTimestamp(temporary_until),
    sessions_pending_since: toTimestamp(sessions_pending_since),
  }
}
