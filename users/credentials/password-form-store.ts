import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '#runtime/database/database.ts'

/**
 * The maximum number of hash forms (format and cost, such as `bcrypt 10`) that are counted. There are many when each hash has its
 * own number of rounds.
 */
const maxForms = 50
/** The number of users that one statement counts by an index, so that no statement takes long. */
const formStep = 5_000
/** The number of users that one statement counts when no index can be used. It is lower, because the rows must be read. */
const userStep = 500

/** Returns the forms of the hashes that other systems made, in alphabetical order. */
export async function findPasswordForms(db: Sql): Promise<string[]> {
  const forms: string[] = []
  for await (const form of passwordFormsIn(db)) if (forms.push(form) === maxForms) break
  return forms
}

/** Yields the forms of all hashes that other systems made, in alphabetical order, without a limit on their number. */
export async function* passwordFormsIn(db: Sql): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    // Each look-up jumps to the next form in the index.
    const [row] = await db.query<{ password_form: string }>`
      SELECT password_form FROM users WHERE password_form > ${after} AND password_form IS NOT NULL
      ORDER BY password_form LIMIT 1`
    if (!row) return
    after = row.password_form
    yield after
    await nextTurn()
  }
}

/** Finds a hash of this form, of any user that has one. */
export async function findHashOfForm(db: Sql, form: string): Promise<string | undefined> {
  const [row] = await db.query<{ password_hash: string }>`
    SELECT password_hash FROM users WHERE password_form = ${form} LIMIT 1`
  return row?.password_hash
}

export const countUsersOfForm = (db: Sql, form: string): Promise<number> =>
  countInSteps(
    (after) => db.query<Step>`
      SELECT COUNT(*) AS count, MAX(id) AS last
      FROM (SELECT id FROM users WHERE password_form = ${form} AND id > ${after} ORDER BY id LIMIT ${formStep}) AS step`,
  )

export const countUsersWithPassword = (db: Sql): Promise<number> =>
  countInSteps(
    (after) => db.query<Step>`
      SELECT COUNT(password_hash) AS count, MAX(id) AS last
      FROM (SELECT id, password_hash FROM users WHERE id > ${after} ORDER BY id LIMIT ${userStep}) AS step`,
  )

interface Step {
  count: number
  /** The last id that the step has read; null when no user was left. */
  last: string | null
}

async function countInSteps(countAfter: (id: string) => Promise<Step[]>): Promise<number> {
  let total = 0
  for (let after = ''; ; ) {
    const [step] = await countAfter(after)
    if (step?.last == null) return total
    total += step.count
    after = step.last
    // SQLite is synchronous: without this pause, all requests would wait until the last step is done.
    await nextTurn()
  }
}

/** Finds up to `limit` hashes of a form, in the order of the ids of their users, beginning after the id `after`. */
export const findHashesOfForm = (
  db: Sql,
  { form, after, limit }: { form: string; after: string; limit: number },
): Promise<{ id: string; hash: string }[]> =>
  db.query<{ id: string; hash: string }>`
    SELECT id, password_hash AS hash FROM users
    WHERE password_form = ${form} AND id > ${after} ORDER BY id LIMIT ${limit}`

/**
 * Replaces a stored hash by its wrapped form (inside argon2id), unless the hash has changed since it was read. The version of the
 * user does not rise, because the password stays the same. Returns whether it was stored.
 */
export async function storeWrappedHash(
  db: Sql,
  { id, hash, stored, form }: { id: string; hash: string; stored: string; form: string | null },
): Promise<boolean> {
  const rows = await db.query`
    UPDATE users SET password_hash = ${stored}, password_form = ${form}
    WHERE id = ${id} AND password_hash = ${hash} RETURNING id`
  return rows.length > 0
}
