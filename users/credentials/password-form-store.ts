import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '#runtime/database/database.ts'

/** More forms than this are not counted. Hashes have many forms when each was made with a number of rounds of its own. */
const maxForms = 50
/** Users are counted in steps, so that no statement takes long. */
const formStep = 5_000
/** A step through all users is shorter, because it reads the rows and not only an index. */
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

/** Finds the hash of some user whose hash has this form. */
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
  /** The last id of the step; null when no user was left. */
  last: string | null
}

async function countInSteps(countAfter: (id: string) => Promise<Step[]>): Promise<number> {
  let total = 0
  for (let after = ''; ; ) {
    const [step] = await countAfter(after)
    if (step?.last == null) return total
    total += step.count
    after = step.last
    // SQLite answers without a turn of the event loop: requests would wait for all the steps.
    await nextTurn()
  }
}
