import { randomBytes } from 'node:crypto'
import { localPartOf, loginNameKey, usernameKey } from '#contract/rules/names.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { setPasswordHash } from '../core/credentials-store.ts'
import type { User } from '../core/user.ts'
import { findTaken, findUserByEmail, lockUser, wasDeleted } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import type { ImportAttempt } from '../credentials/index.ts'
import { removeEntryLinks } from '../messages/index.ts'
import { findAddressKeys, freeUsername, isDeletedAddress, makeUser } from '../sign-up/index.ts'
import type { LegacyLogin } from './legacy-login.ts'
import { type NewUser, readNewUser, toUser } from './new-user.ts'
import { rowFaultsIn } from './row-faults.ts'
import { rowInWords } from './row-in-words.ts'

/**
 * Asks the old system about a login that was refused here, and imports the user if the old system accepts the password. Returns
 * true when the login should be tried again. If the user already has a password here, the request is sent with a random name and
 * password, so that the refusal takes as long and the real password is not sent.
 */
export async function importAtSignIn(
  { users, legacy }: { users: Users; legacy: LegacyLogin },
  { name, password, hasPassword, startedAt }: ImportAttempt,
): Promise<boolean> {
  const asked = hasPassword ? decoyCredentials(name) : { name, password }
  const reply = await legacy.ask({ ...asked, startedAt })
  if (hasPassword || reply === undefined) return false
  const user = readReply(users, reply, name)
  if (!user) return false
  const passwordHash = await users.passwords.hash(password)
  return users.db.transaction((tx) => takeIn(tx, users, { user, passwordHash }))
}

/** Returns a random username, or a random address in the same domain, and a random password. */
function decoyCredentials(name: string): { name: string; password: string } {
  const random = randomBytes(12).toString('hex')
  const at = name.lastIndexOf('@')
  return { name: at < 0 ? random : `${random}${name.slice(at)}`, password: randomBytes(12).toString('hex') }
}

/**
 * Reads the reply of the old system. It must describe the user who was asked about: otherwise somebody could log in as another
 * user.
 */
function readReply({ log }: Users, reply: unknown, name: string): NewUser | undefined {
  try {
    // The clock of the old system may be ahead, which must not refuse the login of somebody who signed up there just now.
    const user = readNewUser(withoutHash(isObject(reply) ? rowInWords(reply) : reply), {
      latest: Number.POSITIVE_INFINITY,
    })
    const left = user.leftOut.map(({ pointer }) => pointer)
    if (left.length > 0) log.info({ fields: left }, 'unsupported fields of the previous system left out')
    const asked = loginNameKey(name)
    const names = [user.emailKey, ...(user.username === undefined ? [] : [usernameKey(user.username)])]
    if (asked !== undefined && names.includes(asked) && user.row.status !== 'suspended') return user
    if (user.row.status !== 'suspended') log.warn('previous system returned another user')
  } catch (error) {
    const fields = rowFaultsIn(error).map(({ pointer }) => pointer)
    log.warn({ fields }, 'previous system returned an invalid user')
  }
  return undefined
}

/** Removes the hash of a reply, which is not used: this service makes its own of the password that was typed. */
function withoutHash(reply: unknown): unknown {
  if (!isObject(reply)) return reply
  const { password_hash: _, ...rest } = reply
  return rest
}

async function takeIn(
  tx: Sql,
  users: Users,
  { user, passwordHash }: { user: NewUser; passwordHash: string },
): Promise<boolean> {
  const now = users.clock.now()
  const found = await findUserByEmail(tx, user.emailKey)
  if (found) return giveFirstPassword(tx, { id: found.id, moving: user, passwordHash, now })
  if (await wasDeletedHere(tx, users, user)) return false
  const made = await userHere(tx, user, now)
  const keys = { usernameKey: usernameKey(made.username), emailKey: user.emailKey }
  if (await findTaken(tx, keys, { now })) return false
  await makeUser(tx, users, { user: made, passwordHash, by: null })
  return true
}

/**
 * Returns whether the user was deleted here, by the id or the address. A login does not import such a user again. An admin can
 * create the user again, and the person can sign up like anybody else.
 */
async function wasDeletedHere(
  tx: Sql,
  { secrets, log }: Users,
  { id, emailKey: key }: NewUser,
): Promise<boolean> {
  const { keys } = await findAddressKeys(tx, secrets.masterKeys)
  const wasHere = (id !== undefined && (await wasDeleted(tx, id))) || (await isDeletedAddress(tx, keys, key))
  if (wasHere) log.info('previous system returned a user who was deleted here')
  return wasHere
}

/**
 * Sets the first password of a user who exists here without one, for example because an admin created the user. The old system
 * must have confirmed the address: otherwise anybody could have entered the address of another person there. No password is set
 * for an admin, or for a user whose password was removed or ended (session epoch above 0), as by the link “This was not me”.
 * Returns true when the login must be tried again, even if another login at the same moment has set the password.
 */
async function giveFirstPassword(
  tx: Sql,
  { id, moving, passwordHash, now }: { id: string; moving: NewUser; passwordHash: string; now: number },
): Promise<boolean> {
  const user = await lockUser(tx, id)
  if (!user || user.hasPassword) return user !== undefined
  const isNew = user.role === 'user' && user.status === 'active' && user.sessionEpoch === 0
  if (!isNew || moving.row.email_verified !== true) return false
  const after = { ...user, hasPassword: true, version: user.version + 1, updatedAt: now }
  await setPasswordHash(tx, after, passwordHash)
  await removeEntryLinks(tx, id)
  const data = { how: 'moved_in', by: id } as const
  await record(tx, { type: 'user.password_changed', subject: id, data, at: now })
  return true
}

async function userHere(tx: Sql, moving: NewUser, now: number): Promise<User> {
  const username = await freeUsername(tx, moving.username ?? localPartOf(moving.emailKey), now)
  const user = toUser(moving, { username, now })
  return {
    ...user,
    // The operator of the old system must not be able to make admins here.
    role: 'user',
    status: 'active',
    hasPassword: true,
    createdAt: Math.min(user.createdAt, now),
    lastLoginAt: null,
  }
}
