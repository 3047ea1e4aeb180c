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
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  listPasskeysEndpoint,
  type PasskeyResource,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
} from '#contract/sign-in/passkeys.ts'
import type { PasskeyCreationResource } from '#contract/sign-in/webauthn.ts'
import type { AddPasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/AddPasskeyRequest.ts'
import type { AddPasskeyResponse } from '#proto/generated/latchkey/users/v1/AddPasskeyResponse.ts'
import type { BeginPasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/BeginPasskeyRequest.ts'
import type { BeginPasskeyResponse } from '#proto/generated/latchkey/users/v1/BeginPasskeyResponse.ts'
import type { ConfirmTotpRequest__Output } from '#proto/generated/latchkey/users/v1/ConfirmTotpRequest.ts'
import type { ConfirmTotpResponse } from '#proto/generated/latchkey/users/v1/ConfirmTotpResponse.ts'
import type { EnrolTotpRequest__Output } from '#proto/generated/latchkey/users/v1/EnrolTotpRequest.ts'
import type { EnrolTotpResponse } from '#proto/generated/latchkey/users/v1/EnrolTotpResponse.ts'
import type { GetFactorsRequest__Output } from '#proto/generated/latchkey/users/v1/GetFactorsRequest.ts'
import type { GetFactorsResponse } from '#proto/generated/latchkey/users/v1/GetFactorsResponse.ts'
import type { ListPasskeysRequest__Output } from '#proto/generated/latchkey/users/v1/ListPasskeysRequest.ts'
import type { ListPasskeysResponse } from '#proto/generated/latchkey/users/v1/ListPasskeysResponse.ts'
import type { MakeRecoveryCodesRequest__Output } from '#proto/generated/latchkey/users/v1/MakeRecoveryCodesRequest.ts'
import type { MakeRecoveryCodesResponse } from '#proto/generated/latchkey/users/v1/MakeRecoveryCodesResponse.ts'
import type { Passkey } from '#proto/generated/latchkey/users/v1/Passkey.ts'
import type { RemovePasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/RemovePasskeyRequest.ts'
import type { RemoveTotpRequest__Output } from '#proto/generated/latchkey/users/v1/RemoveTotpRequest.ts'
import type { RenamePasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/RenamePasskeyRequest.ts'
import type { RenamePasskeyResponse } from '#proto/generated/latchkey/users/v1/RenamePasskeyResponse.ts'
import type { ResetFactorsRequest__Output } from '#proto/generated/latchkey/users/v1/ResetFactorsRequest.ts'
import { fromJson, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { userServiceRpcs } from '../core/user-rpcs.ts'

/**
 * The gRPC methods of second factors and passkeys. A passkey is described as JSON (WebAuthn), and a message has this JSON as text,
 * unchanged.
 */
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
  ListPasskeys: endpointRpc(listPasskeysEndpoint, {
    toInput: ({ id }: ListPasskeysRequest__Output) => ({ params: { id } }),
    toReply: ({ data }: Reply<typeof listPasskeysEndpoint>): ListPasskeysResponse => ({
      passkeys: data.map(toPasskeyMessage),
    }),
  }),
  BeginPasskey: endpointRpc(beginPasskeyEndpoint, {
    toInput: ({ id }: BeginPasskeyRequest__Output) => ({ params: { id } }),
    toReply: ({ public_key, expires_in }: PasskeyCreationResource): BeginPasskeyResponse => ({
      public_key_json: JSON.stringify(public_key),
      expires_in,
    }),
  }),
  AddPasskey: endpointRpc(addPasskeyEndpoint, {
    names: { credential: 'credential_json' },
    toInput: ({ id, credential_json, name }: AddPasskeyRequest__Output) => ({
      params: { id },
      body: { credential: fromJson(credential_json), ...(name === undefined ? {} : { name }) },
    }),
    toReply: ({ passkey, recovery_codes = [] }: Reply<typeof addPasskeyEndpoint>): AddPasskeyResponse => ({
      passkey: toPasskeyMessage(passkey),
      recovery_codes,
    }),
  }),
  RenamePasskey: endpointRpc(renamePasskeyEndpoint, {
    toInput: ({ id, passkey_id, name }: RenamePasskeyRequest__Output) => ({
      params: { id, passkey_id },
      body: { name },
    }),
    toReply: (passkey: PasskeyResource): RenamePasskeyResponse => ({ passkey: toPasskeyMessage(passkey) }),
  }),
  RemovePasskey: endpointRpc(removePasskeyEndpoint, {
    toInput: ({ id, passkey_id }: RemovePasskeyRequest__Output) => ({ params: { id, passkey_id } }),
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

const toPasskeyMessage = ({ added_at, last_used_at, ...passkey }: PasskeyResource): Passkey => ({
  ...passkey,
  added_at: toTimestamp(added_at),
  last_used_at: toTimestamp(last_used_at),
})
