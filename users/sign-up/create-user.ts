import { Failure } from '#contract/declaration/failures.ts'
import { localPartOf, usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { newId } from '#runtime/ids.ts'
import { claimReply, findFirstReply, type Repeatable } from '#runtime/requests/idempotency.ts'
import type { PassedOnBy } from '#runtime/requests/route.ts'
import { checkMetadata, checkUsername, requireEmailKey, type User } from '../core/user.ts'
import { findTaken } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { checkNewPassword } from '../passwords/index.ts'
import { freeUsername } from './free-username.ts'
import { countSignUp } from './limit-sign-ups.ts'
import { makeUser } from './make-user.ts'
import { requestUser } from './private-sign-up.ts'
import { findTakenOrHeld } from './taken-or-held.ts'

export interface NewUser {
  /** The username. Without one it is made from the local part of the address. */
  username?: string | undefined
  email: string
  /** The password. A user without one cannot log in before setting one. */
  password?: string | undefined
  name?: string | undefined
  locale?: string | undefined
  role?: User['role'] | undefined
  metadata?: Record<string, unknown> | undefined
  /** The user or API key that makes the user; null for the service itself and its commands, absent when people sign up. */
  by?: string | null | undefined
  /** The network address of the client that signs up, and the kind of proxy that passed the request on. */
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
  // A retry of an answered request does not count as another sign-up.
  const before = await findFirstReply<User>(users.db, input.repeatable, users.clock.now())
  if (before) return before
  const { by, address, passedOnBy } = input
  if (by === undefined && address !== undefined) await countSignUp(users, { address, passedOnBy })
  // A private sign-up may fail because of its username only. Whether its address is taken is looked up later,
  // when the reply has been sent.
  const isPrivate = users.policy.signup === 'private' && by === undefined
  // Names that private sign-ups hold are still free for admins who make users.
  const findTakenFor = isPrivate ? findTakenOrHeld : findTaken
  const takenName = (db: Sql, username: string) => {
    const keys = { usernameKey: usernameKey(username), emailKey: isPrivate ? '' : emailKey }
    return findTakenFor(db, keys, { now: users.clock.now() })
  }
  // A taken name is refused before the hash, so that repeated requests for it cost no hash. It is looked up before the stored
  // reply to an earlier request with the same Idempotency-Key: if that request commits between the two look-ups, its reply is
  // found.
  const taken = await takenName(users.db, input.username ?? '')
  const earlier = await findFirstReply<User>(users.db, input.repeatable, users.clock.now())
  if (earlier) return earlier
  if (taken) throw new Failure(taken)

  // The hash is made before the transaction, so that no other write waits for it.
  const passwordHash =
    input.password === undefined ? null : await users.passwords.hashOfNewUser(input.password)
  return users.db.transaction(async (tx) => {
    const now = users.clock.now()
    const user = newUser(
      input,
      input.username ?? (await freeUsername(tx, localPartOf(input.email), now)),
      now,
    )
    // A retry of this request may have been answered during the hash.
    const first = await claimReply(tx, input.repeatable, user, { now })
    if (first) return first
    if (input.password !== undefined) checkNewPassword(input.password, user)
    const taken = await takenName(tx, user.username)
    if (taken) throw new Failure(taken)
    if (isPrivate) await requestUser(tx, users, { user, passwordHash })
    else await makeUser(tx, users, { user, passwordHash, by: by === undefined ? user.id : by })
    return user
  })
}

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
  kept: null,
  factorsVersion: 0,
  version: 1,
  createdAt: now,
  updatedAt: now,
  lastLoginAt: null,
})
