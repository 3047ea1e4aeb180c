import { type Caller, callerId } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { RowFailure } from '#contract/user-support.ts'
import { claimReply, findFirstReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { sendPasswordReset } from '../support/send-password-reset.ts'
import { deleteUser } from '../user/delete-user.ts'
import { updateUser } from '../user/update-user.ts'
import type { UserAdministration } from '../user/user-administration.ts'

interface Changes {
  action: 'suspend' | 'restore' | 'delete' | 'send_password_reset'
  ids: readonly string[]
  suspensionReason: string | undefined
  caller: Caller
  repeatable: Repeatable | undefined
}

/** More users than these need a fresh proof: a stolen token must not lock everybody out. */
const withoutRecentLogin = 10

const rowFailures: ReadonlySet<string> = new Set<RowFailure>([
  'user_not_found',
  'forbidden',
  'last_admin',
  'user_suspended',
  'reauthentication_required',
])

/**
 * Does the same to each of many users, one after the other. Returns for each of them the failure, or null.
 * @throws {Failure} `forbidden`, `reauthentication_required`, `invalid_request`, `idempotency_key_reused`
 */
export async function changeUsers(users: UserAdministration, input: Changes): Promise<(RowFailure | null)[]> {
  const { action, caller, repeatable } = input
  if (!caller.scopes.includes(action === 'delete' ? 'users:delete' : 'users:write'))
    throw new Failure('forbidden')
  if (input.suspensionReason !== undefined && action !== 'suspend') throw reasonOfNothing()
  const first = await findFirstReply<Stored>(users.db, repeatable, users.clock.now())
  if (first) return first.failures
  if (input.ids.length > withoutRecentLogin) requireRecentLogin(caller, users.clock.now())
  const failures: (RowFailure | null)[] = []
  for (const id of input.ids) failures.push(await changeOne(users, normalizeId(id), input))
  return users.db.transaction(async (tx) => {
    const reply: Stored = { id: callerId(caller), failures }
    const earlier = await claimReply(tx, repeatable, reply, { now: users.clock.now() })
    return (earlier ?? reply).failures
  })
}

/** What is stored for a retry. It has no ids of the users, so that nothing of a deleted one stays. `id` is the caller. */
interface Stored {
  id: string
  failures: (RowFailure | null)[]
}

async function changeOne(
  users: UserAdministration,
  userId: string,
  { action, suspensionReason, caller }: Changes,
): Promise<RowFailure | null> {
  // Nobody means to lock themselves out with a list.
  if (userId === caller.userId) return 'forbidden'
  const ifMatch = undefined
  try {
    if (action === 'delete') await deleteUser(users, { userId, caller, ifMatch })
    else if (action === 'send_password_reset') await sendPasswordReset(users, { userId, caller })
    else if (action === 'restore')
      await updateUser(users, { userId, patch: { status: 'active' }, caller, ifMatch })
    else {
      const patch = { status: 'suspended', suspension_reason: suspensionReason } as const
      await updateUser(users, { userId, patch, caller, ifMatch })
    }
    return null
  } catch (error) {
    if (error instanceof Failure && isRowFailure(error.code)) return error.code
    throw error
  }
}

const isRowFailure = (code: string): code is RowFailure => rowFailures.has(code)

const reasonOfNothing = (): Failure =>
  new Failure('invalid_request', {
    errors: [
      { pointer: '/suspension_reason', code: 'not_allowed', detail: 'It is for suspending users only.' },
    ],
  })
