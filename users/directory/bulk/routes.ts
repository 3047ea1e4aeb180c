import { callerId } from '#contract/declaration/endpoint.ts'
import { changeUsersEndpoint, importUsersEndpoint } from '#contract/users/user-support.ts'
import { toRepeatable } from '#runtime/requests/idempotency.ts'
import { route } from '#runtime/requests/route.ts'
import { loadRowImport } from '../../import/index.ts'
import type { UserAdministration } from '../user/user-administration.ts'
import { changeUsers } from './change-users.ts'

export const bulkRoutes = (users: UserAdministration) => [
  route(changeUsersEndpoint, async ({ body, caller, idempotencyKey }) => {
    const { action, ids, suspension_reason: suspensionReason } = body
    const scope = `changeUsers ${callerId(caller)}`
    const repeatable = toRepeatable(idempotencyKey, { scope, body }, users.secrets.fingerprintKey)
    const failures = await changeUsers(users, { action, ids, suspensionReason, caller, repeatable })
    return { results: ids.map((id, at) => ({ id, failure: failures[at] ?? null })) }
  }),
  route(importUsersEndpoint, async ({ body, caller }) => {
    const { users: rows, invite: isInviting = false, dry_run: isDryRun = false } = body
    const hashes = {
      isFastAccepted: body.fast_hashes,
      isUnusableLeftOut: body.without_unusable_hashes,
    }
    const { importRows } = await loadRowImport()
    return { results: await importRows(users, { rows, isInviting, isDryRun, hashes, caller }) }
  }),
]
