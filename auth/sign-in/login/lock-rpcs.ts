import type { Reply } from '#contract/declaration/endpoint.ts'
import { getUserLockEndpoint, type UserLockResource, unlockUserEndpoint } from '#contract/sign-in/locks.ts'
import type { GetUserLockRequest__Output } from '#proto/generated/latchkey/auth/v1/GetUserLockRequest.ts'
import type { GetUserLockResponse } from '#proto/generated/latchkey/auth/v1/GetUserLockResponse.ts'
import type { UnlockUserRequest__Output } from '#proto/generated/latchkey/auth/v1/UnlockUserRequest.ts'
import type { UnlockUserResponse } from '#proto/generated/latchkey/auth/v1/UnlockUserResponse.ts'
import { toEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../../core/auth-rpcs.ts'

const names = { id: 'user_id' }

export const lockRpcs = authRpcs({
  GetUserLock: endpointRpc(getUserLockEndpoint, {
    names,
    toInput: ({ user_id }: GetUserLockRequest__Output) => ({ params: { id: user_id } }),
    toReply: toLockMessage,
  }),
  UnlockUser: endpointRpc(unlockUserEndpoint, {
    names,
    toInput: ({ user_id }: UnlockUserRequest__Output) => ({ params: { id: user_id } }),
    toReply: ({ unlocked }: Reply<typeof unlockUserEndpoint>): UnlockUserResponse => ({ unlocked }),
  }),
})

function toLockMessage(lock: UserLockResource): GetUserLockResponse {
  return {
    locked: lock.locked,
    locked_until: toTimestamp(lock.locked_until),
    wrong_passwords: lock.wrong_passwords.map(({ network, ...counted }) => ({
      ...(network === null ? {} : { network }),
      what: toEnum('WRONG_PASSWORDS_KIND_', counted.what),
      login_name: toEnum('LOGIN_NAME_KIND_', counted.login_name),
      count: counted.count,
      last_at: toTimestamp(counted.last_at),
      paused_until: toTimestamp(counted.paused_until),
    })),
  }
}
