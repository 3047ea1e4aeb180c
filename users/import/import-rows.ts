import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import { localPartOf, usernameKey } from '#contract/rules/names.ts'
import type { ImportedRowResource, RowRefusal } from '#contract/users/user-support.ts'
import type { Sql } from '#runtime/database/database.ts'
import { requireRecentLogin } from '../core/recent-login.ts'
import { may, requireRightsOf } from '../core/user.ts'
import { findTaken, findUser, findUserByEmail, wasDeleted } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { findAddressKeys, freeUsername, isDeletedAddress, makeUser, usernameStem } from '../sign-up/index.ts'
import { isFastHash, type NewHashes } from './check-password-hash.ts'
import { foreignFormOf } from './foreign-form.ts'
import { keysOf, type NewUser, readNewUser, toUser } from './new-user.ts'
import { rowFaultsIn } from './row-faults.ts'
import { rowInWords } from './row-in-words.ts'

interface Import {
  rows: readonly Record<string, unknown>[]
  /** True when users who are created without a password are sent a link to set one. */
  isInviting: boolean
  isDryRun: boolean
  hashes: NewHashes
  caller: Caller
}

/** The number of rows that are written at the same moment. On SQLite they share a commit. */
const rowsAtOnce = 10

/**
 * Creates users from rows, each in a transaction of its own, and returns the outcome of each row. A dry run makes the same checks
 * and writes nothing.
 * @throws {Failure} `reauthentication_required`
 */
export async function importRows(users: Users, input: Import): Promise<ImportedRowResource[]> {
  if (!input.isDryRun) requireRecentLogin(input.caller, users.clock.now())
  const results: ImportedRowResource[] = []
  for (const group of groupsOf(readRows(input, users.clock.now()))) {
    const wrapped = await wrapHashes(users, group, input)
    results.push(
      ...(await Promise.all(wrapped.map((row) => ('outcome' in row ? row : importRow(users, row, input))))),
    )
  }
  return results
}

/** Wraps the fast hashes of the users who would be made, one at a time, so that an import never fills the queue of new users. */
async function wrapHashes(users: Users, group: readonly ReadRow[], input: Import): Promise<ReadRow[]> {
  const wrapped: ReadRow[] = []
  for (const row of group) wrapped.push('outcome' in row ? row : await wrapHash(users, row, input))
  return wrapped
}

/**
 * Wraps a fast hash before the transaction that would make its user.
 * @throws {Failure} `overloaded` when too many sign-ups wait
 */
async function wrapHash(users: Users, user: NewUser, { isDryRun, caller }: Import): Promise<NewUser> {
  const hash = user.row.password_hash ?? null
  if (isDryRun || hash === null || !isFastHash(hash)) return user
  if ((await decide(users.db, users, user, caller)).outcome !== 'made') return user
  return { ...user, row: { ...user.row, password_hash: await users.passwords.wrap(hash) } }
}

type ReadRow = NewUser | ImportedRowResource

function readRows({ rows, hashes }: Import, now: number): ReadRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    try {
      const user = readNewUser(rowInWords(row), { latest: now, hashes })
      const keys = keysOf(user)
      if (keys.some((key) => seen.has(key))) return refused('repeated_row')
      for (const key of keys) seen.add(key)
      return user
    } catch (error) {
      return refused('invalid_row', rowFaultsIn(error))
    }
  })
}

/**
 * Splits rows into groups that are written at the same moment. No two rows of a group want the same username: on PostgreSQL only
 * one transaction at a time gets a name, and the others would fail more often than a transaction is retried.
 */
function* groupsOf(rows: readonly ReadRow[]): Generator<ReadRow[]> {
  let group: ReadRow[] = []
  let names = new Set<string>()
  for (const row of rows) {
    const name = 'outcome' in row ? '' : usernameKey(row.username ?? usernameStem(localPartOf(row.emailKey)))
    if (group.length === rowsAtOnce || names.has(name)) {
      yield group
      group = []
      names = new Set()
    }
    group.push(row)
    if (name !== '') names.add(name)
  }
  yield group
}

async function importRow(users: Users, user: NewUser, input: Import): Promise<ImportedRowResource> {
  if (input.isDryRun) return decide(users.db, users, user, input.caller)
  return users.db.transaction(async (tx) => {
    const decided = await decide(tx, users, user, input.caller)
    if (decided.outcome !== 'made') return decided
    const made = toUser(user, { username: decided.username ?? '', now: users.clock.now() })
    const passwordHash = user.row.password_hash ?? null
    await makeUser(tx, users, {
      user: made,
      passwordHash,
      passwordForm: foreignFormOf(passwordHash),
      by: authorId(input.caller),
      isSentLink: input.isInviting && passwordHash === null && made.status === 'active',
    })
    return { ...decided, user_id: made.id }
  })
}

const refused = (refusal: RowRefusal, errors: FieldError[] = []): ImportedRowResource => ({
  outcome: 'refused',
  user_id: null,
  username: null,
  refusal,
  errors,
  left_out: [],
})

/** Returns the outcome that a row will have, and writes nothing. */
async function decide(
  db: Sql,
  { clock, secrets }: Users,
  user: NewUser,
  caller: Caller,
): Promise<ImportedRowResource> {
  const { id, emailKey, username, row } = user
  const there =
    (await findUserByEmail(db, emailKey)) ?? (id === undefined ? undefined : await findUser(db, id))
  const nothing = { refusal: null, errors: [], left_out: [] }
  if (there) {
    const isVisible = may(caller, 'users:read', there.id)
    const shown = { user_id: isVisible ? there.id : null, username: isVisible ? there.username : null }
    return { outcome: 'exists', ...shown, ...nothing }
  }
  try {
    requireRightsOf({ role: row.role ?? 'user' }, caller)
  } catch (error) {
    if (error instanceof Failure && error.code === 'forbidden') return refused('forbidden')
    throw error
  }
  const now = clock.now()
  const { keys } = await findAddressKeys(db, secrets.masterKeys)
  if ((id !== undefined && (await wasDeleted(db, id))) || (await isDeletedAddress(db, keys, emailKey)))
    return refused('deleted_here')
  const wanted = { usernameKey: username === undefined ? '' : usernameKey(username), emailKey }
  const taken = await findTaken(db, wanted, { now })
  if (taken) return refused(taken)
  const called = username ?? (await freeUsername(db, localPartOf(emailKey), now))
  return { outcome: 'made', user_id: null, username: called, ...nothing, left_out: user.leftOut }
}
