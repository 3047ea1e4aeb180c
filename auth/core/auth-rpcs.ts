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
