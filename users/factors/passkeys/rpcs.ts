import type { Reply } from '#contract/declaration/endpoint.ts'
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
import type { ListPasskeysRequest__Output } from '#proto/generated/latchkey/users/v1/ListPasskeysRequest.ts'
import type { ListPasskeysResponse } from '#proto/generated/latchkey/users/v1/ListPasskeysResponse.ts'
import type { Passkey } from '#proto/generated/latchkey/users/v1/Passkey.ts'
import type { RemovePasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/RemovePasskeyRequest.ts'
import type { RenamePasskeyRequest__Output } from '#proto/generated/latchkey/users/v1/RenamePasskeyRequest.ts'
import type { RenamePasskeyResponse } from '#proto/generated/latchkey/users/v1/RenamePasskeyResponse.ts'
import { fromJson, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { userServiceRpcs } from '../../core/user-rpcs.ts'

/** The gRPC methods of passkeys. A passkey is described as JSON (WebAuthn), and a message has this JSON as text, unchanged. */
export const passkeyRpcs = userServiceRpcs({
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

const toPasskeyMessage = ({ added_at, last_used_at, ...passkey }: PasskeyResource): Passkey => ({
  ...passkey,
  added_at: toTimestamp(added_at),
  last_used_at: toTimestamp(last_used_at),
})
