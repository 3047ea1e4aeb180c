import { normalizeId } from '#contract/rules/user-in-path.ts'
import { getUserLockEndpoint, unlockUserEndpoint } from '#contract/sign-in/locks.ts'
import { route } from '#runtime/requests/route.ts'
import { findUserLock, type Locks } from './find-user-lock.ts'
import { unlockUser } from './unlock-user.ts'

export const lockRoutes = (locks: Locks) => [
  route(getUserLockEndpoint, ({ params }) => findUserLock(locks, { userId: normalizeId(params.id) })),
  route(unlockUserEndpoint, async ({ params, caller }) => ({
    unlocked: await unlockUser(locks, { userId: normalizeId(params.id), caller }),
  })),
]
