import { createHmac } from 'node:crypto'
import { Failure } from '#contract/declaration/failures.ts'
import { usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { takeDelivery } from '#runtime/events/outbox.ts'
import { openRequest, type QueuedRequest, queueRequest } from '../core/queued-request.ts'
import { requireEmailKey, type User } from '../core/user.ts'
import { findTaken, findUserByEmail } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { withinMailBudget } from '../messages/index.ts'
import { notifyAddressInUse } from './email/notify-address-in-use.ts'
import { freeUsername } from './free-username.ts'
import { holdUsername } from './held-username-store.ts'
import { makeUser } from './make-user.ts'

interface SignUp {
  user: User
  passwordHash: string | null
}

/**
 * Queues a sign-up and holds its username. It does not look the address up, so that it takes the same time
 * whether or not the address is taken (I12).
 * @throws {Failure} `username_taken`
 */
export async function requestUser(tx: Sql, users: Users, signUp: SignUp): Promise<void> {
  const { user } = signUp
  const name = { usernameKey: usernameKey(user.username), userId: user.id, now: user.createdAt }
  if (!(await holdUsername(tx, name))) throw new Failure('username_taken')
  const subject = addressDigest(users, requireEmailKey(user.email))
  await queueRequest<SignUp>(tx, users, { type: 'sign_up', subject, request: signUp })
}

/**
 * Makes the outbox subject for sign-ups with one address. The outbox processes deliveries with the same subject in order, so that
 * the first sign-up gets the address. It is a keyed hash, because the address may belong to no user.
 */
const addressDigest = ({ secrets }: Users, emailKey: string): string =>
  createHmac('sha256', secrets.fingerprintKey).update(emailKey).digest('base64url')

/** Processes a queued sign-up: makes the user, or writes to the owner of the address if it is taken. */
export async function answerSignUp(users: Users, delivery: QueuedRequest): Promise<void> {
  const signUp = openRequest<SignUp>(users, delivery)
  await users.db.transaction(async (tx) => {
    if (!(await takeDelivery(tx, delivery))) return
    const now = users.clock.now()
    const emailKey = requireEmailKey(signUp.user.email)
    if (await findTaken(tx, { usernameKey: '', emailKey }, { now })) {
      await notifyOwner(tx, users, emailKey)
      return
    }
    const user = { ...signUp.user, username: await usernameFor(tx, signUp.user, now) }
    await makeUser(tx, users, { ...signUp, user, by: user.id })
  })
}

/**
 * Returns the username of the sign-up. If an admin has given it to somebody else since, it is a similar free one, and the user
 * logs in with the address.
 */
async function usernameFor(tx: Sql, { username }: User, now: number): Promise<string> {
  const isTaken = await findTaken(tx, { usernameKey: usernameKey(username), emailKey: '' }, { now })
  return isTaken ? freeUsername(tx, username, now) : username
}

async function notifyOwner(tx: Sql, users: Users, emailKey: string): Promise<void> {
  const owner = await findUserByEmail(tx, emailKey)
  if (!owner) return
  const { id: userId, email: to } = owner
  if (await withinMailBudget(tx, users, { kind: 'address_in_use', to, userId }))
    await notifyAddressInUse(tx, users, owner)
}
