import { importUsersEndpoint } from '#contract/users/user-support.ts'
import { route } from '#runtime/requests/route.ts'
import type { Users } from '../core/users.ts'
import { importRows } from './import-rows.ts'

export const importRoutes = (users: Users) => [
  route(importUsersEndpoint, async ({ body, caller }) => {
    const { users: rows, invite: isInviting = false, dry_run: isDryRun = false } = body
    const hashes = {
      isFastAccepted: body.fast_hashes,
      isUnusableLeftOut: body.without_unusable_hashes,
    }
    return { results: await importRows(users, { rows, isInviting, isDryRun, hashes, caller }) }
  }),
]
