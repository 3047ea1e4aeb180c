import {
  changePasswordEndpoint,
  logInEndpoint,
  logOutEndpoint,
  refreshEndpoint,
  revokeTokenEndpoint,
  type TokenInformationResource,
  type TokenPairResource,
  validateTokenEndpoint,
  watchRevocationsEndpoint,
} from '#contract/auth.ts'
import type { Reply, StreamEvent } from '#contract/endpoint.ts'
import { forgotPasswordEndpoint, resetPasswordEndpoint, verifyEmailEndpoint } from '#contract/links.ts'
import { endUserSessionEndpoint, listUserSessionsEndpoint, type SessionResource } from '#contract/sessions.ts'
import type { ChangePasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ChangePasswordRequest.ts'
import type { ForgotPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ForgotPasswordRequest.ts'
import type { ListSessionsRequest__Output } from '#proto/generated/latchkey/auth/v1/ListSessionsRequest.ts'
import type { ListSessionsResponse } from '#proto/generated/latchkey/auth/v1/ListSessionsResponse.ts'
import type { LoginRequest__Output } from '#proto/generated/latchkey/auth/v1/LoginRequest.ts'
import type { LoginResponse } from '#proto/generated/latchkey/auth/v1/LoginResponse.ts'
import type { RefreshRequest__Output } from '#proto/generated/latchkey/auth/v1/RefreshRequest.ts'
import type { ResetPasswordRequest__Output } from '#proto/generated/latchkey/auth/v1/ResetPasswordRequest.ts'
import type { RevokeSessionRequest__Output } from '#proto/generated/latchkey/auth/v1/RevokeSessionRequest.ts'
import type { RevokeTokenRequest__Output } from '#proto/generated/latchkey/auth/v1/RevokeTokenRequest.ts'
import type { Session } from '#proto/generated/latchkey/auth/v1/Session.ts'
import type { ValidateTokenResponse } from '#proto/generated/latchkey/auth/v1/ValidateTokenResponse.ts'
import type { VerifyEmailRequest__Output } from '#proto/generated/latchkey/auth/v1/VerifyEmailRequest.ts'
import type { VerifyEmailResponse } from '#proto/generated/latchkey/auth/v1/VerifyEmailResponse.ts'
import type { WatchRevocationsRequest__Output } from '#proto/generated/latchkey/auth/v1/WatchRevocationsRequest.ts'
import type { WatchRevocationsResponse } from '#proto/generated/latchkey/auth/v1/WatchRevocationsResponse.ts'
import { toUserMessage } from '#proto/user-message.ts'
import { toEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc, endpointStreamRpc, type RpcService } from '#runtime/rpc/rpc.ts'

/** Only translates: rights, checks and effects are those of the endpoints. */
export const authRpcs: RpcService = {
  name: 'latchkey.auth.v1.AuthService',
  file: 'latchkey/auth/v1/auth.proto',
  rpcs: {
    Login: endpointRpc(logInEndpoint, {
      toInput: ({ username, password, device_name }: LoginRequest__Output) => ({
        body: { username, password, ...(device_name === undefined ? {} : { device_name }) },
      }),
      toReply: withTokens,
    }),
    Logout: endpointRpc(logOutEndpoint, { toInput: () => ({}), toReply: () => ({}) }),
    Refresh: endpointRpc(refreshEndpoint, {
      toInput: ({ refresh_token }: RefreshRequest__Output) => ({ body: { refresh_token } }),
      toReply: withTokens,
    }),
    ChangePassword: endpointRpc(changePasswordEndpoint, {
      toInput: ({ current_password, new_password }: ChangePasswordRequest__Output) => ({
        body: { current_password, new_password },
      }),
      toReply: withTokens,
    }),
    ValidateToken: endpointRpc(validateTokenEndpoint, { toInput: () => ({}), toReply: toTokenMessage }),
    RevokeToken: endpointRpc(revokeTokenEndpoint, {
      toInput: ({ token }: RevokeTokenRequest__Output) => ({ body: { token } }),
      toReply: () => ({}),
    }),
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
    WatchRevocations: endpointStreamRpc(watchRevocationsEndpoint, {
      toInput: ({ after }: WatchRevocationsRequest__Output) => ({ query: after === '' ? {} : { after } }),
      toReply: toRevocationMessage,
    }),
  },
}

function withTokens({ user, expires_at, ...tokens }: TokenPairResource): LoginResponse {
  return { tokens: { ...tokens, expires_at: toTimestamp(expires_at), user: toUserMessage(user) } }
}

function toTokenMessage({ valid, ...token }: TokenInformationResource): ValidateTokenResponse {
  return {
    ...token,
    role: toEnum('ROLE_', token.role),
    issued_at: toTimestamp(token.issued_at),
    expires_at: toTimestamp(token.expires_at),
    authenticated_at: toTimestamp(token.authenticated_at),
  }
}

const toSessionMessage = ({ device_name, user_agent, ...session }: SessionResource): Session => ({
  ...session,
  ...(device_name === null ? {} : { device_name }),
  ...(user_agent === null ? {} : { user_agent }),
  created_at: toTimestamp(session.created_at),
  last_used_at: toTimestamp(session.last_used_at),
  expires_at: toTimestamp(session.expires_at),
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
