import { createHash } from 'node:crypto'
import { localPartOf, usernameKey } from '#contract/rules/names.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import { importRows, type Outcome } from '#runtime/database/transfer.ts'
import { newId } from '#runtime/ids.ts'
import { findIdByEmail, findIdByUsername, findUser, wasDeleted } from '../core/user-store.ts'
import { isDeletedAddress, usernameStem } from '../sign-up/index.ts'
import { isFastHash } from './check-password-hash.ts'
import type { NewUser } from './new-user.ts'
import { addSignInMethods, passwordExpiryOf } from './sign-in-methods.ts'
import { type ImportedUser, importUser } from './transfer.ts'

/**
 * Imports users of another system, in one transaction. Importing the same rows again changes nothing: a user who exists stays as
 * it is. That user is found by the id, or by the address when the row has no id to keep. As with every import, no user is
 * notified and no event is recorded, except for new admins. `names` holds the usernames that other rows of the file use. A user
 * who was deleted here is left out: the id shows it, or the digest of the address with one of `addressKeys`.
 */
export async function importNewUsers(
  db: Database,
  rows: NewUser[],
  {
    names,
    addressKeys,
    wrap,
    now,
    masterKeys = [],
    takenLinks = new Map(),
  }: {
    names: Set<string>
    addressKeys: readonly Buffer[]
    /** Returns a password hash as it is stored. It is called before the transaction, and with a fast hash for new users only. */
    wrap: (hash: string) => Promise<string>
    now: number
    /** The keys with which authenticator apps are encrypted. */
    masterKeys?: readonly Buffer[]
    /** Collects the accounts at providers, with their rows, that are not imported because they belong to another user here. */
    takenLinks?: Map<string, NewUser>
  },
): Promise<Outcome[]> {
  const owners = await Promise.all(rows.map(({ emailKey }) => findIdByEmail(db, emailKey)))
  const isThere = (at: number) => rows[at]?.id === undefined && owners[at] !== undefined
  const fresh = rows.filter((_, at) => !isThere(at))
  const users: ImportedUser[] = []
  for (const row of fresh) users.push(toUser(row, await usernameOf(db, row, names), now))
  await Promise.all(
    users.map(async (user) => {
      const { password_hash: hash } = user
      if (hash === null) return
      // Only a fast hash takes time to wrap, so only its user is looked up.
      if (isFastHash(hash) && (await findUser(db, user.id))) return
      user.password_hash = await wrap(hash)
    }),
  )
  // An address that a user has now is not looked up among the deleted ones: an earlier user with this address may have been
  // deleted, but the current one was not.
  const owned = new Set(rows.filter((_, at) => owners[at] !== undefined).map(({ emailKey }) => emailKey))
  const keysFor = (emailKey: string) => (owned.has(emailKey) ? [] : addressKeys)
  const rowOf = new Map(users.map(({ id }, at) => [id, fresh[at]]))
  const outcomes = await importRows(db, users, async (tx, user) => {
    const outcome = await importUser(tx, user, {
      now,
      wasDeletedHere: async () =>
        (await wasDeleted(tx, user.id)) || isDeletedAddress(tx, keysFor(user.emailKey), user.emailKey),
    })
    if (outcome !== 'imported') return outcome
    const row = rowOf.get(user.id)
    if (!row?.signInMethods) return outcome
    for (const { provider, subject } of await addSignInMethods(tx, user.id, row.signInMethods, {
      masterKeys,
      now,
    }))
      takenLinks.set(`${user.id} ${provider} ${subject}`, row)
    return outcome
  })
  const ofFresh = outcomes[Symbol.iterator]()
  return rows.map((_, at) => (isThere(at) ? 'already_there' : (ofFresh.next().value as Outcome)))
}

/**
 * Returns the username of a row, or makes one of the part of the address before the `@`. When that is taken, six hexadecimal
 * digits of the address's SHA-256 follow it, so that the same file gives the same names again.
 */
async function usernameOf(db: Sql, { username, emailKey }: NewUser, names: Set<string>): Promise<string> {
  if (username !== undefined) return username
  const stem = usernameStem(localPartOf(emailKey))
  const isFree = !names.has(stem) && (await findIdByUsername(db, stem)) === undefined
  const made = isFree ? stem : `${stem}-${createHash('sha256').update(emailKey).digest('hex').slice(0, 6)}`
  names.add(made)
  return made
}

function toUser(
  { id, email, emailKey, row, metadata, signInMethods = {} }: NewUser,
  username: string,
  now: number,
): ImportedUser {
  const createdAt = row.created_at ?? now
  return {
    type: 'user',
    id: id ?? newId(now),
    username,
    usernameKey: usernameKey(username),
    email,
    emailKey,
    metadata,
    name: row.name ?? null,
    locale: row.locale ?? null,
    role: row.role ?? 'user',
    status: row.status ?? 'active',
    email_verified_at: row.email_verified ? createdAt : null,
    password_hash: row.password_hash ?? null,
    password_expires_at: row.password_hash ? passwordExpiryOf(signInMethods, now) : null,
    session_epoch: 0,
    version: 1,
    created_at: createdAt,
    updated_at: now,
    last_login_at: row.last_login_at ?? null,
  }
}
