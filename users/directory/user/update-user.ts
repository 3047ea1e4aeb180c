import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { Sql } from '#runtime/database/database.ts'
import { noteLine, record, recordWithoutLine } from '#runtime/events/record.ts'
import { requireMatch } from '#runtime/requests/etag.ts'
import { alertAdmins } from '../../core/alert-admins.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { countActOnOther, requireRecentLogin } from '../../core/recent-login.ts'
import { queueSessionEnd } from '../../core/session-directory.ts'
import { clearSuspension, replaceReason, setSuspension } from '../../core/suspension-store.ts'
import {
  checkMetadata,
  checkUsername,
  may,
  requireEmailKey,
  requireRightsOf,
  toResource,
  type User,
} from '../../core/user.ts'
import { findTaken, lockUser, replaceUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { notify, queueMail, removeEntryLinks, removeLinksElsewhere, sendLink } from '../../messages/index.ts'
import { emailChanged, findTakenOrHeld, requestEmailChange } from '../../sign-up/index.ts'
import { isActiveAdmin, lockWithOtherAdmin, requireOtherAdmin } from './last-admin.ts'
import { countRename } from './limit-renames.ts'

export interface UserPatch {
  name?: string | null | undefined
  username?: string | undefined
  email?: string | undefined
  locale?: string | null | undefined
  role?: User['role'] | undefined
  status?: User['status'] | undefined
  suspension_reason?: string | null | undefined
  metadata?: Record<string, unknown> | undefined
}

/**
 * The fields that users may change in their own account. With other fields, such as the role, they could raise their own rights.
 */
const ownFields = new Set(['name', 'username', 'email', 'locale'])

export async function updateUser(
  users: Users,
  input: { userId: string; patch: UserPatch; caller: Caller; ifMatch: string | undefined },
): Promise<User> {
  requireRights(input)
  if (input.patch.username !== undefined) checkUsername(input.patch.username)
  const by = authorId(input.caller)
  const user = await users.db.transaction(async (tx) => {
    const { role, status } = input.patch
    const mayRemoveAdmin = role === 'user' || status === 'suspended'
    const before = await (mayRemoveAdmin ? lockWithOtherAdmin : lockUser)(tx, input.userId)
    if (!before) throw new Failure('user_not_found')
    requireRightsOf(before, input.caller)
    requireMatch(before, input.ifMatch)
    const wanted = input.patch.email
    const mustConfirm = wanted !== undefined && isNewToThem(before, wanted, input.caller)
    const patch = mustConfirm ? { ...input.patch, email: undefined } : input.patch
    const after = applyPatch(before, patch, users.clock.now())
    requireRightsOf(after, input.caller)
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await requireOtherAdmin(tx, before)
    // These changes require a recent login, because they let a thief in: by the new address the thief could reset the password,
    // and log in as the admin who is added or restored.
    const isAddedAdmin = addsAdmin(before, after)
    const isMailMoved = requireEmailKey(after.email) !== emailKey(before.email)
    const isOwnMail = input.caller.userId === before.id && (mustConfirm || isMailMoved)
    if (isOwnMail || isAddedAdmin || (after.role === 'admin' && isMailMoved))
      requireRecentLogin(input.caller, after.updatedAt)
    if (isMailMoved || after.sessionEpoch > before.sessionEpoch)
      await countActOnOther(tx, { ...input, now: after.updatedAt })
    const keys = { usernameKey: usernameKey(after.username), emailKey: requireEmailKey(after.email) }
    const isOtherName = keys.usernameKey !== usernameKey(before.username)
    const isOwnRename = isOtherName && !input.caller.scopes.includes('users:write')
    const findTakenFor = isOwnRename && users.policy.signup === 'private' ? findTakenOrHeld : findTaken
    const taken = await findTakenFor(tx, keys, { exceptId: after.id, now: after.updatedAt })
    if (taken) throw new Failure(taken)
    if (isOwnRename) await countRename(tx, users, after.id)
    await replaceUser(tx, after, keys)
    await storeSuspension(tx, { before, after, reason: patch.suspension_reason, by })
    if (mustConfirm) await requestEmailChange(tx, users, { user: after, email: wanted })
    if (after.sessionEpoch > before.sessionEpoch) {
      const order = { user_id: after.id, epoch: after.sessionEpoch, reason: 'user_suspended' } as const
      await queueSessionEnd(tx, order, after.updatedAt)
    }
    await recordChanges(tx, { before, after, patch, by })
    if (isAddedAdmin) await alertAdmins(tx, { kind: 'admin_added', userId: after.id, by }, after.updatedAt)
    if (after.email !== before.email) await tellOfNewEmail(tx, users, { before, after })
    return after
  })
  if (input.patch.status === 'suspended') await deliverSessionEnds(users, user.id)
  return user
}

/**
 * Returns whether a change adds an admin, by the role or by lifting a suspension. A suspended user who gets the
 * role counts immediately, because only the suspension is left to lift.
 */
const addsAdmin = (before: User, after: User): boolean =>
  after.role === 'admin' && (before.role !== 'admin' || (isActiveAdmin(after) && !isActiveAdmin(before)))

/**
 * Returns whether users give themselves another address, which they must confirm first. Another spelling of the
 * same address does not count.
 */
const isNewToThem = (user: User, email: string, caller: Caller): boolean =>
  !caller.scopes.includes('users:write') && requireEmailKey(email) !== emailKey(user.email)

/**
 * Handles a new address that an admin set. The address is valid immediately, and its reader gets a mail to
 * confirm it. Links to the old address are removed and none is sent there, because it may belong to a thief
 * whom the admin locks out.
 */
async function tellOfNewEmail(
  tx: Sql,
  users: Users,
  { before, after }: { before: User; after: User },
): Promise<void> {
  await removeEntryLinks(tx, after.id)
  await removeLinksElsewhere(tx, after.id, requireEmailKey(after.email))
  if (!after.hasPassword) await sendLink(tx, users, { user: after, purpose: 'invitation' })
  else if (after.emailVerifiedAt === null) await sendLink(tx, users, { user: after, purpose: 'verify_email' })
  const { email, username } = after
  const { notification } = emailChanged(before, after)
  await notify(tx, { userId: after.id, ...notification }, after.updatedAt)
  if (before.emailVerifiedAt === null) return
  const content = { kind: 'email_changed_by_admin', username, email } as const
  await queueMail(tx, users, { user: after, to: before.email, content })
}

/**
 * Records the events of a change. A change of status or address has an event of its own; a patch that changes nothing has none.
 */
async function recordChanges(
  tx: Sql,
  { before, after, patch, by }: { before: User; after: User; patch: UserPatch; by: string | null },
): Promise<void> {
  const about = { subject: after.id, at: after.updatedAt }
  if (after.status !== before.status) {
    const suspended = { by, suspension_reason: patch.suspension_reason ?? null }
    if (after.status === 'suspended') await record(tx, { type: 'user.suspended', data: suspended, ...about })
    else await record(tx, { type: 'user.restored', data: { by }, ...about })
  }
  if (after.email !== before.email) {
    const data = { email: after.email, previous_email: before.email, by }
    await record(tx, { type: 'user.email_changed', data, ...about })
  }
  const changed = (['name', 'username', 'locale', 'role', 'metadata'] as const).filter(
    (field) => patch[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length > 0)
    await recordWithoutLine(tx, {
      type: 'user.updated',
      data: { user: toResource(after), changed, by },
      ...about,
    })
  // This log line reports the request. It is also written when the request changed nothing, or when the change has an event of
  // another type.
  const data = { changed: Object.keys(patch), by }
  noteLine(tx, { type: 'user.updated', subject: after.id, data })
}

/**
 * Stores why a user is suspended, or replaces the reason of a current suspension.
 * @throws {Failure} `invalid_request` for a reason of a user who is not suspended
 */
async function storeSuspension(
  tx: Sql,
  {
    before,
    after,
    reason,
    by,
  }: { before: User; after: User; reason: string | null | undefined; by: string | null },
): Promise<void> {
  if (after.status !== 'suspended') {
    if (typeof reason === 'string') throw reasonOfNothing()
    if (before.status === 'suspended') await clearSuspension(tx, after.id)
  } else if (before.status !== 'suspended')
    await setSuspension(tx, after.id, { at: after.updatedAt, by, reason: reason ?? null })
  else if (reason !== undefined) await replaceReason(tx, after.id, { by, reason })
}

const reasonOfNothing = (): Failure =>
  new Failure('invalid_request', {
    errors: [{ pointer: '/suspension_reason', code: 'not_allowed', detail: 'The user is not suspended.' }],
  })

function requireRights({
  userId,
  patch,
  caller,
}: {
  userId: string
  patch: UserPatch
  caller: Caller
}): void {
  if (!may(caller, 'users:write', userId)) throw new Failure('forbidden')
  if (caller.scopes.includes('users:write')) return
  const refused = Object.keys(patch).filter((field) => !ownFields.has(field))
  if (refused.length > 0) {
    throw new Failure('forbidden', {
      errors: refused.map((field) => ({
        pointer: `/${field}`,
        code: 'forbidden',
        detail: 'This needs users:write.',
      })),
    })
  }
}

function applyPatch(user: User, patch: UserPatch, now: number): User {
  const metadata = patch.metadata === undefined ? user.metadata : mergePatch(user.metadata, patch.metadata)
  checkMetadata(metadata)
  const email = patch.email ?? user.email
  const isSuspended = patch.status === 'suspended' && user.status !== 'suspended'
  return {
    ...user,
    name: patch.name === undefined ? user.name : patch.name,
    locale: patch.locale === undefined ? user.locale : patch.locale,
    username: patch.username ?? user.username,
    email,
    // A confirmation of the old address proves nothing about the new one.
    emailVerifiedAt: emailKey(email) === emailKey(user.email) ? user.emailVerifiedAt : null,
    role: patch.role ?? user.role,
    status: patch.status ?? user.status,
    metadata,
    sessionEpoch: user.sessionEpoch + (isSuspended ? 1 : 0),
    version: user.version + 1,
    updatedAt: now,
  }
}

/** Applies a JSON merge patch (RFC 7396 section 2): null removes, objects merge, everything else replaces. */
function mergePatch(target: unknown, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, isObject(value) ? mergePatch(merged.get(name), value) : value)
  }
  return Object.fromEntries(merged)
}
