import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '#runtime/database/database.ts'

/** The maximum number of forms that are counted. There are many forms when each hash has its own number of rounds. */
const maxForms = 50
/** The number of users that one statement counts by an index, so that no statement takes long. */
const formStep = 5_000
/** The number of users that one statement counts without an index of forms. It is lower, because the rows must be read. */
const userStep = 500

/** Returns the forms of the hashes that other systems made, in alphabetical order. */
export async function findPasswordForms(db: Sql): Promise<string[]> {
  const forms: string[] = []
  for (let after = ''; forms.length < maxForms; ) {
    // Each look-up jumps to the next form in the index.
    const [row] = await db.query<{ password_form: string }>`
      SELECT password_form FROM users WHERE password_form > ${after} AND password_form IS NOT NULL
      ORDER BY password_form LIMIT 1`
    if (!row) break
    after = row.password_form
    forms.push(after)
  }
  return forms
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
    // SQLite replies without a turn of the event loop, so that requests would wait until all steps were done.
    await nextTurn()
  }
}
