import type { Rpc, RpcService } from '#runtime/rpc/rpc.ts'

/**
 * Makes the part of `latchkey.auth.v1.AuthService` that one feature answers. It only translates: endpoints check rights and
 * input.
 */
export const authRpcs = (rpcs: Record<string, Rpc>): RpcService => ({
  name: 'latchkey.auth.v1.AuthService',
  file: 'latchkey/auth/v1/auth.proto',
  rpcs,
})
