import { importUsersEndpoint } from '#contract/user-lists/import-users.ts'
import { route } from '#runtime/route.ts'
import type { Users } from '../core/users.ts'
import { importRows } from './import-rows.ts'

export const movingInRoutes = (users: Users) => [
  route(importUsersEndpoint, async ({ body, caller }) => {
    const { users: rows, invite: isInviting = false, dry_run: isDryRun = false } = body
    return { results: await importRows(users, { rows, isInviting, isDryRun, caller }) }
  }),
]
