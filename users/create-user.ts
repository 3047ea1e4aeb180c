import { randomUUID } from 'node:crypto'
import { Failure } from '#contract/failures.ts'
import { isUuid } from '#contract/fields.ts'
import { usernameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database.ts'
import { recordEvent } from '#runtime/event-log.ts'
import { newId } from '#runtime/ids.ts'
import type { PassedOnBy } from '#runtime/proxy.ts'
import { findHeldUsername, holdUsername } from './held-username.ts'
import { claimReply, findFirstReply, type Repeatable } from './idempotency.ts'
import { countSignUp } from './limit-sign-ups.ts'
import { sendLink } from './links/send-link.ts'
import { tellAddressInUse } from './links/tell-address-in-use.ts'
import { withinMailBudget } from './mail/mail-budget.ts'
import { type NewNotification, notify } from './notifications/notify.ts'
import { checkNewPassword } from './password-policy.ts'
import { checkMetadata, checkUsername, requireEmailKey, toResource, type User } from './user.ts'
import { findTaken, findUserByEmail, insertUser } from './user-store.ts'
import type { Users } from './users.ts'

export interface NewUser {
  /** Made from the local part of the address when absent. */
  username?: string | undefined
  email: string
  /** Without one the user cannot log in before one is set. */
  password?: string | undefined
  name?: string | undefined
  locale?: string | undefined
  role?: User['role'] | undefined
  metadata?: Record<string, unknown> | undefined
  /** Who makes it; null for the service itself and its commands, absent when people sign up. */
  by?: string | null | undefined
  /** The network address of who signs up, and which proxy passed it on. */
  address?: string | undefined
  passedOnBy?: PassedOnBy | undefined
  repeatable?: Repeatable | undefined
}

export async function createUser(users: Users, input: NewUser): Promise<User> {
  const emailKey = requireEmailKey(input.email)
  if (input.username !== undefined) checkUsername(input.username)
  checkMetadata(input.metadata ?? {})
  if (input.password !== undefined) {
    checkNewPassword(input.password, { username: input.username ?? '', email: input.email })
  }
  // A retry of what was answered is no other sign-up.
  const before = await findFirstReply<User>(users.db, input.repeatable, users.clock.now())
  if (before) return before
  const { by, address, passedOnBy } = input
  if (by === undefined && address !== undefined) await countSignUp(users, { address, passedOnBy })
  // A taken name is told before the hash: whoever asks for it again and again costs none. Looked up before the first
  // reply, so that a creation that is answered in between is found as such.
  const taken =
    (await findTaken(
      users.db,
      { usernameKey: usernameKey(input.username ?? ''), emailKey },
      { now: users.clock.now() },
    )) ?? (await findHeldUsername(users.db, users, input.username))
  const earlier = await findFirstReply<User>(users.db, input.repeatable, users.clock.now())
  if (earlier) return earlier
  if (taken && !isHidden(users, input, taken)) throw new Failure(taken)

  // Hashed before the transaction: nobody's write waits for it.
  const passwordHash =
    input.password === undefined ? null : await users.passwords.hashOfNewUser(input.password)
  const { user, isNew } = await users.db.transaction(async (tx) => {
    const user = newUser(
      input,
      input.username ?? (await freeUsername(tx, input.email, users.clock.now())),
      users.clock.now(),
    )
    // The same request may have been answered while this one was hashing.
    const first = await claimReply(tx, input.repeatable, user, { now: users.clock.now() })
    if (first) return { user: first, isNew: false }
    if (input.password !== undefined) checkNewPassword(input.password, user)
    const keys = { usernameKey: usernameKey(user.username), emailKey }
    const taken =
      (await findTaken(tx, keys, { now: users.clock.now() })) ??
      (await findHeldUsername(tx, users, input.username))
    if (taken && !isHidden(users, input, taken)) throw new Failure(taken)
    if (taken) {
      await tellOwner(tx, users, { user, keys })
      return { user, isNew: false }
    }
    // Somebody may still take one of them now; then this runs again, and finds it taken.
    await insertUser(tx, user, { ...keys, passwordHash })
    const by = input.by === undefined ? user.id : input.by
    const data = { user: toResource(user), by }
    await recordEvent(tx, { type: 'user.created', subject: user.id, data, at: user.createdAt })
    await notify(tx, welcome(user), user.createdAt)
    if (by !== null)
      await sendLink(tx, users, { user, purpose: user.hasPassword ? 'verify_email' : 'invitation' })
    return { user, isNew: true }
  })
  if (isNew) users.log.info({ event: 'user.created', user_id: user.id }, 'a user was created')
  return user
}

/** With private sign-up nobody learns that an address is taken but its owner (I12). */
const isHidden = (users: Users, input: NewUser, taken: 'username_taken' | 'email_taken'): boolean =>
  users.signup === 'private' && input.by === undefined && taken === 'email_taken'

/**
 * Instead of making a user. The name that was asked for is held, as if there were one: a second sign-up with it
 * would tell otherwise.
 */
async function tellOwner(
  tx: Sql,
  users: Users,
  { user, keys }: { user: User; keys: { usernameKey: string; emailKey: string } },
): Promise<void> {
  await holdUsername(tx, users, user.username)
  const owner = await findUserByEmail(tx, keys.emailKey)
  if (!owner) return
  const mail = { kind: 'address_in_use', to: owner.email, userId: owner.id } as const
  if (await withinMailBudget(tx, users, mail)) await tellAddressInUse(tx, users, owner)
}

const welcome = (user: User): NewNotification => ({
  userId: user.id,
  type: 'user.created',
  title: 'Welcome',
  body: `Your username is ${user.username}.`,
  data: { username: user.username },
})

const newUser = (input: NewUser, username: string, now: number): User => ({
  id: newId(now),
  username,
  email: input.email,
  name: input.name ?? null,
  locale: input.locale ?? null,
  role: input.role ?? 'user',
  status: 'active',
  emailVerifiedAt: null,
  hasPassword: input.password !== undefined,
  metadata: input.metadata ?? {},
  sessionEpoch: 0,
  version: 1,
  createdAt: now,
  updatedAt: now,
  lastLoginAt: null,
})

/** `ada.l@example.com` becomes `ada.l`, or `ada.l-2` and so on where that is taken. */
async function freeUsername(tx: Sql, email: string, now: number): Promise<string> {
  const local = email.slice(0, email.lastIndexOf('@')).replace(/[^A-Za-z0-9._-]/g, '')
  const stem = local.slice(0, 50).replace(/^[._-]+|[._-]+$/g, '') || 'user'
  const base = stem.length < 3 || isUuid(stem) ? `${stem}-user` : stem
  for (let number = 1; number <= 20; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`
    if (!(await findTaken(tx, { usernameKey: usernameKey(candidate), emailKey: '' }, { now })))
      return candidate
  }
  return `${base}-${randomUUID().slice(-12)}`
}
