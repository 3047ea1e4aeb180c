import { watchRevocationsEndpoint } from '#contract/auth.ts'
import type { StreamEvent } from '#contract/declaration/endpoint.ts'
import type { WatchRevocationsRequest__Output } from '#proto/generated/latchkey/auth/v1/WatchRevocationsRequest.ts'
import type { WatchRevocationsResponse } from '#proto/generated/latchkey/auth/v1/WatchRevocationsResponse.ts'
import { toEnum, toTimestamp } from '#proto/values.ts'
import { endpointStreamRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../../core/auth-rpcs.ts'

export const revocationRpcs = authRpcs({
  WatchRevocations: endpointStreamRpc(watchRevocationsEndpoint, {
    toInput: ({ after }: WatchRevocationsRequest__Output) => ({ query: after === '' ? {} : { after } }),
    toReply: toRevocationMessage,
  }),
})

function toRevocationMessage(sent: StreamEvent<typeof watchRevocationsEndpoint>): WatchRevocationsResponse {
  if (sent.event === 'heartbeat')
    return { position: sent.id, heartbeat: { ...sent.data, at: toTimestamp(sent.data.at) } }
  const { reason, ended_at, forget_at, ...ended } = sent.data
  return {
    position: sent.id,
    session_ended: {
      ...ended,
      reason: toEnum('END_REASON_', reason),
      ended_at: toTimestamp(ended_at),
      forget_at: toTimestamp(forget_at),
    },
  }
}
