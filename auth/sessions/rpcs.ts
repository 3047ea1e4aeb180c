import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  endUserSessionEndpoint,
  endUserSessionsEndpoint,
  listUserSessionsEndpoint,
  type SessionResource,
} from '#contract/sessions/sessions.ts'
import type { ListSessionsRequest__Output } from '#proto/generated/latchkey/auth/v1/ListSessionsRequest.ts'
import type { ListSessionsResponse } from '#proto/generated/latchkey/auth/v1/ListSessionsResponse.ts'
import type { RevokeSessionRequest__Output } from '#proto/generated/latchkey/auth/v1/RevokeSessionRequest.ts'
import type { RevokeSessionsRequest__Output } from '#proto/generated/latchkey/auth/v1/RevokeSessionsRequest.ts'
import type { RevokeSessionsResponse } from '#proto/generated/latchkey/auth/v1/RevokeSessionsResponse.ts'
import type { Session } from '#proto/generated/latchkey/auth/v1/Session.ts'
import { fromEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../core/auth-rpcs.ts'

const toSessionMessage = ({ device_name, user_agent, ...session }: SessionResource): Session => ({
  ...session,
  ...(device_name === null ? {} : { device_name }),
  ...(user_agent === null ? {} : { user_agent }),
  created_at: toTimestamp(session.created_at),
  last_used_at: toTimestamp(session.last_used_at),
  expires_at: toTimestamp(session.expires_at),
  authenticated_at: toTimestamp(session.authenticated_at),
})

export const sessionRpcs = authRpcs({
  ListSessions: endpointRpc(listUserSessionsEndpoint, {
    names: { id: 'user_id', limit: 'page_size', cursor: 'page_token' },
    toInput: ({ user_id, page_size, page_token }: ListSessionsRequest__Output) => ({
      params: { id: user_id || 'me' },
      query: {
        ...(page_size === 0 ? {} : { limit: page_size }),
        ...(page_token === '' ? {} : { cursor: page_token }),
      },
    }),
    toReply: (page: Reply<typeof listUserSessionsEndpoint>): ListSessionsResponse => ({
      sessions: page.data.map(toSessionMessage),
      next_page_token: page.next_cursor ?? '',
    }),
  }),
  RevokeSession: endpointRpc(endUserSessionEndpoint, {
    names: { id: 'user_id' },
    toInput: ({ user_id, session_id }: RevokeSessionRequest__Output) => ({
      params: { id: user_id || 'me', session_id },
    }),
    toReply: () => ({}),
  }),
  RevokeSessions: endpointRpc(endUserSessionsEndpoint, {
    names: { id: 'user_id' },
    toInput: ({ user_id, scope }: RevokeSessionsRequest__Output) => ({
      params: { id: user_id || 'me' },
      body: { scope: fromEnum(scope, 'REVOCATION_SCOPE_', 'scope') },
    }),
    toReply: ({ ended }: Reply<typeof endUserSessionsEndpoint>): RevokeSessionsResponse => ({ ended }),
  }),
})
