import type { Reply } from '#contract/declaration/endpoint.ts'
import { listIdentitiesEndpoint, removeIdentityEndpoint } from '#contract/sign-in/identities.ts'
import type { ListIdentitiesRequest__Output } from '#proto/generated/latchkey/users/v1/ListIdentitiesRequest.ts'
import type { ListIdentitiesResponse } from '#proto/generated/latchkey/users/v1/ListIdentitiesResponse.ts'
import type { RemoveIdentityRequest__Output } from '#proto/generated/latchkey/users/v1/RemoveIdentityRequest.ts'
import { toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { userServiceRpcs } from '../../core/user-rpcs.ts'

export const identityRpcs = userServiceRpcs({
  ListIdentities: endpointRpc(listIdentitiesEndpoint, {
    toInput: ({ id }: ListIdentitiesRequest__Output) => ({ params: { id } }),
    toReply: ({ data }: Reply<typeof listIdentitiesEndpoint>): ListIdentitiesResponse => ({
      identities: data.map(({ email, added_at, last_used_at, ...identity }) => ({
        ...identity,
        ...(email === null ? {} : { email }),
        added_at: toTimestamp(added_at),
        last_used_at: toTimestamp(last_used_at),
      })),
    }),
  }),
  RemoveIdentity: endpointRpc(removeIdentityEndpoint, {
    toInput: ({ id, identity_id }: RemoveIdentityRequest__Output) => ({ params: { id, identity_id } }),
    toReply: () => ({}),
  }),
})
