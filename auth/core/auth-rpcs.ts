import type { Rpc, RpcService } from '#runtime/rpc/rpc.ts'

/** The part of `latchkey.auth.v1.AuthService` that one feature answers. It only translates: rights and checks are the endpoints'. */
export const authRpcs = (rpcs: Record<string, Rpc>): RpcService => ({
  name: 'latchkey.auth.v1.AuthService',
  file: 'latchkey/auth/v1/auth.proto',
  rpcs,
})
