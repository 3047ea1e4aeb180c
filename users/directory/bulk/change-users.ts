import { type Caller, callerId, type Scope } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { normalizeId } from '#contract/rules/user-in-path.ts'
import type { RowFailure, UserAction } from '#contract/users/user-support.ts'
import { claimReply, findFirstReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { requireActsLeft, requireRecentLogin } from '../../core/recent-login.ts'
import { findUserAccess } from '../../core/user-store.ts'
import { inviteUser } from '../../sign-up/index.ts'
import { confirmEmail } from '../support/confirm-email.ts'
import { sendPasswordReset } from '../support/send-password-reset.ts'
import { deleteUser } from '../user/delete-user.ts'
import { type UserPatch, updateUser } from '../user/update-user.ts'
import type { UserAdministration } from '../user/user-administration.ts'
import { endSessionsOfUser } from './end-sessions-of-user.ts'
import { DoneBefore, onceForEach, wasDone } from './once-for-each.ts'

interface Changes {
  action: UserAction
  ids: readonly string[]
  suspensionReason: string | undefined
  caller: Caller
  repeatable: Repeatable | undefined
}

/** The largest number of users that a request can change without a recent login. `countActOnOther` counts over all requests. */
const withoutRecentLogin = 10

/** The actions that `countAct` limits for a session without a recent login, over all requests together. */
const isCounted = (action: UserAction): boolean => action === 'suspend' || action === 'end_sessions'

const endsSessions = (action: UserAction): boolean =>
  action === 'suspend' || action === 'end_sessions' || action === 'delete'

/** The actions that require a recent login even for a single user. */
const dangerous: ReadonlySet<UserAction> = new Set(['delete', 'make_admin', 'make_user'])

const rowFailures: ReadonlySet<string> = new Set<RowFailure>([
  'user_not_found',
  'forbidden',
  'last_admin',
  'user_suspended',
  'user_has_password',
  'reauthentication_required',
])

/**
 * Does one action to each of the given users, one user after the other. Returns for each user the failure, or null.
 * @throws {Failure} `forbidden`, `reauthentication_required`, `invalid_request`, `idempotency_key_reused`
 */
export async function changeUsers(users: UserAdministration, input: Changes): Promise<(RowFailure | null)[]> {
  const { action, caller, repeatable } = input
  if (!caller.scopes.includes(scopeOf(action))) throw new Failure('forbidden')
  if (input.suspensionReason !== undefined && action !== 'suspend') throw reasonOfNothing()
  const first = await findFirstReply<Stored>(users.db, repeatable, users.clock.now())
  if (first) {
    // The orders of the first request to end sessions may still wait for delivery, so they are delivered now. The first order
    // that fails decides the header of the reply. The others are not tried, because each would wait for the same timeout.
    if (endsSessions(action))
      for (const id of input.ids) if (!(await deliverSessionEnds(users, normalizeId(id)))) break
    return first.failures
  }
  if (input.ids.length > withoutRecentLogin || dangerous.has(action))
    requireRecentLogin(caller, users.clock.now())
  if (isCounted(action))
    await requireActsLeft(users.db, {
      caller,
      now: users.clock.now(),
      countActs: () => countActsToDo(users, input),
    })
  const failures: (RowFailure | null)[] = []
  for (const [at, id] of input.ids.entries())
    failures.push(await changeOnce(users, { ...input, at, userId: normalizeId(id) }))
  return users.db.transaction(async (tx) => {
    const reply: Stored = { id: callerId(caller), failures }
    const earlier = await claimReply(tx, repeatable, reply, { now: users.clock.now() })
    return (earlier ?? reply).failures
  })
}

/**
 * Returns how many of the users `countActOnOther` will count: those whom an earlier request with the same key has not done, and
 * whom the action changes.
 */
async function countActsToDo(users: UserAdministration, input: Changes): Promise<number> {
  const { action, caller, repeatable } = input
  const left = new Set<string>()
  for (const [at, id] of input.ids.entries())
    if (!(await wasDone(users.db, { repeatable, at, now: users.clock.now() }))) left.add(normalizeId(id))
  let acts = 0
  for (const id of left) {
    if (id === caller.userId) continue
    const access = await findUserAccess(users.db, id)
    if (access && (action !== 'suspend' || access.status === 'active')) acts++
  }
  return acts
}

/** The reply that is stored for a retry. It has no ids of users, so that nothing of a deleted user stays. `id` is the caller. */
interface Stored {
  id: string
  failures: (RowFailure | null)[]
}

interface Change extends Changes {
  userId: string
  /** The index of the user in the list of the request, from 0. */
  at: number
}

async function changeOnce(users: UserAdministration, change: Change): Promise<RowFailure | null> {
  const { userId, at, caller, repeatable } = change
  // A list that holds the caller is a mistake: the caller could be locked out by it.
  if (userId === caller.userId) return 'forbidden'
  const row = { at, callerId: callerId(caller), now: users.clock.now() }
  const db = repeatable ? onceForEach(users.db, { ...row, repeatable }) : users.db
  try {
    await changes[change.action]({ ...users, db }, change)
    return null
  } catch (error) {
    if (error instanceof DoneBefore) {
      await deliverSessionEnds(users, userId)
      return null
    }
    if (error instanceof Failure && isRowFailure(error.code)) return error.code
    throw error
  }
}

const patchWith =
  (patch: UserPatch) =>
  (users: UserAdministration, { userId, caller }: Change): Promise<unknown> =>
    updateUser(users, { userId, patch, caller, ifMatch: undefined })

/**
 * The functions that do each action to one user. Each makes its change in the first transaction that it begins, because
 * `onceForEach` marks the user as done in that transaction.
 */
const changes: Record<UserAction, (users: UserAdministration, change: Change) => Promise<unknown>> = {
  suspend: (users, change) =>
    patchWith({ status: 'suspended', suspension_reason: change.suspensionReason })(users, change),
  restore: patchWith({ status: 'active' }),
  make_admin: patchWith({ role: 'admin' }),
  make_user: patchWith({ role: 'user' }),
  end_sessions: endSessionsOfUser,
  send_password_reset: sendPasswordReset,
  invite: inviteUser,
  confirm_email: confirmEmail,
  delete: (users, { userId, caller }) => deleteUser(users, { userId, caller, ifMatch: undefined }),
}

function scopeOf(action: UserAction): Scope {
  if (action === 'delete') return 'users:delete'
  return action === 'end_sessions' ? 'sessions:revoke' : 'users:write'
}

const isRowFailure = (code: string): code is RowFailure => rowFailures.has(code)

const reasonOfNothing = (): Failure =>
  new Failure('invalid_request', {
    errors: [
      { pointer: '/suspension_reason', code: 'not_allowed', detail: 'It is for suspending users only.' },
    ],
  })
