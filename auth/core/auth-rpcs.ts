import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { LoginResponse } from '#proto/generated/latchkey/auth/v1/LoginResponse.ts'
import { toUserMessage } from '#proto/user-message.ts'
import { toTimestamp } from '#proto/values.ts'
import type { Rpc, RpcService } from '#runtime/rpc/rpc.ts'

/**
 * Makes the part of the gRPC service `latchkey.auth.v1.AuthService` whose methods belong to one feature. It only translates
 * messages: the endpoints check rights and input.
 */
export const authRpcs = (rpcs: Record<string, Rpc>): RpcService => ({
  name: 'latchkey.auth.v1.AuthService',
  file: 'latchkey/auth/v1/auth.proto',
  rpcs,
})

/** Converts the tokens of a session to the message with which logins, steps and refreshes answer. */
export function toLoginResponse({ user, expires_at, ...tokens }: TokenPairResource): LoginResponse {
  return { tokens: { ...tokens, expires_at: toTimestamp(expires_at), user: toUserMessage(user) } }
}
