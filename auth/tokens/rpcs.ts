import { logOutEndpoint, refreshEndpoint } from '#contract/auth.ts'
import {
  revokeTokenEndpoint,
  type TokenInformationResource,
  validateTokenEndpoint,
} from '#contract/sessions/tokens.ts'
import type { RefreshRequest__Output } from '#proto/generated/latchkey/auth/v1/RefreshRequest.ts'
import type { RevokeTokenRequest__Output } from '#proto/generated/latchkey/auth/v1/RevokeTokenRequest.ts'
import type { ValidateTokenResponse } from '#proto/generated/latchkey/auth/v1/ValidateTokenResponse.ts'
import { toEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs, toLoginResponse } from '../core/auth-rpcs.ts'

export const tokenRpcs = authRpcs({
  Logout: endpointRpc(logOutEndpoint, { toInput: () => ({}), toReply: () => ({}) }),
  Refresh: endpointRpc(refreshEndpoint, {
    toInput: ({ refresh_token }: RefreshRequest__Output) => ({ body: { refresh_token } }),
    toReply: toLoginResponse,
  }),
  ValidateToken: endpointRpc(validateTokenEndpoint, { toInput: () => ({}), toReply: toTokenMessage }),
  RevokeToken: endpointRpc(revokeTokenEndpoint, {
    toInput: ({ token }: RevokeTokenRequest__Output) => ({ body: { token } }),
    toReply: () => ({}),
  }),
})

function toTokenMessage({ valid, ...token }: TokenInformationResource): ValidateTokenResponse {
  return {
    ...token,
    role: toEnum('ROLE_', token.role),
    issued_at: toTimestamp(token.issued_at),
    expires_at: toTimestamp(token.expires_at),
    authenticated_at: toTimestamp(token.authenticated_at),
  }
}
