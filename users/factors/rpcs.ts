import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  confirmTotpEndpoint,
  enrolTotpEndpoint,
  type FactorsResource,
  getFactorsEndpoint,
  makeRecoveryCodesEndpoint,
  removeTotpEndpoint,
  resetFactorsEndpoint,
  type TotpEnrolmentResource,
} from '#contract/sign-in/factors.ts'
import type { ConfirmTotpRequest__Output } from '#proto/generated/latchkey/users/v1/ConfirmTotpRequest.ts'
import type { ConfirmTotpResponse } from '#proto/generated/latchkey/users/v1/ConfirmTotpResponse.ts'
import type { EnrolTotpRequest__Output } from '#proto/generated/latchkey/users/v1/EnrolTotpRequest.ts'
import type { EnrolTotpResponse } from '#proto/generated/latchkey/users/v1/EnrolTotpResponse.ts'
import type { GetFactorsRequest__Output } from '#proto/generated/latchkey/users/v1/GetFactorsRequest.ts'
import type { GetFactorsResponse } from '#proto/generated/latchkey/users/v1/GetFactorsResponse.ts'
import type { MakeRecoveryCodesRequest__Output } from '#proto/generated/latchkey/users/v1/MakeRecoveryCodesRequest.ts'
import type { MakeRecoveryCodesResponse } from '#proto/generated/latchkey/users/v1/MakeRecoveryCodesResponse.ts'
import type { RemoveTotpRequest__Output } from '#proto/generated/latchkey/users/v1/RemoveTotpRequest.ts'
import type { ResetFactorsRequest__Output } from '#proto/generated/latchkey/users/v1/ResetFactorsRequest.ts'
import { toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { userServiceRpcs } from '../core/user-rpcs.ts'

export const factorRpcs = userServiceRpcs({
  GetFactors: endpointRpc(getFactorsEndpoint, {
    toInput: ({ id }: GetFactorsRequest__Output) => ({ params: { id } }),
    toReply: toFactorsMessage,
  }),
  EnrolTotp: endpointRpc(enrolTotpEndpoint, {
    toInput: ({ id }: EnrolTotpRequest__Output) => ({ params: { id } }),
    toReply: (enrolment: TotpEnrolmentResource): EnrolTotpResponse => enrolment,
  }),
  ConfirmTotp: endpointRpc(confirmTotpEndpoint, {
    toInput: ({ id, code }: ConfirmTotpRequest__Output) => ({ params: { id }, body: { code } }),
    toReply: ({ recovery_codes = [] }: Reply<typeof confirmTotpEndpoint>): ConfirmTotpResponse => ({
      recovery_codes,
    }),
  }),
  RemoveTotp: endpointRpc(removeTotpEndpoint, {
    toInput: ({ id }: RemoveTotpRequest__Output) => ({ params: { id } }),
    toReply: () => ({}),
  }),
  MakeRecoveryCodes: endpointRpc(makeRecoveryCodesEndpoint, {
    toInput: ({ id }: MakeRecoveryCodesRequest__Output) => ({ params: { id } }),
    toReply: (made: Reply<typeof makeRecoveryCodesEndpoint>): MakeRecoveryCodesResponse => made,
  }),
  ResetFactors: endpointRpc(resetFactorsEndpoint, {
    toInput: ({ id }: ResetFactorsRequest__Output) => ({ params: { id } }),
    toReply: () => ({}),
  }),
})

function toFactorsMessage({ totp, recovery_codes: codes, ...rest }: FactorsResource): GetFactorsResponse {
  return {
    ...rest,
    totp: totp && { added_at: toTimestamp(totp.added_at), last_used_at: toTimestamp(totp.last_used_at) },
    recovery_codes: codes && { left: codes.left, made_at: toTimestamp(codes.made_at) },
  }
}
