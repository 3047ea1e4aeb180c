import type { UserResource } from '#contract/users/user.ts'
import type { CreateUserResponse } from '#proto/generated/latchkey/users/v1/CreateUserResponse.ts'
import { toUserMessage } from '#proto/user-message.ts'
import type { Rpc, RpcService } from '#runtime/rpc/rpc.ts'

/**
 * Makes the part of the gRPC service `latchkey.users.v1.UserService` that one feature implements. The methods only translate
 * messages: endpoints check rights and input.
 */
export const userServiceRpcs = (rpcs: Record<string, Rpc>): RpcService => ({
  name: 'latchkey.users.v1.UserService',
  file: 'latchkey/users/v1/users.proto',
  rpcs,
})

export function toTaggedMessage(user: UserResource, headers: Record<string, string>): CreateUserResponse {
  return { user: toUserMessage(user), etag: headers.etag ?? '' }
}

export const present = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value }
