import type { Sql } from '#runtime/database/database.ts'
import { readForeignHash } from '../foreign-hashes/index.ts'
import { countUsersOfForm, findHashesOfForm, passwordFormsIn } from './password-form-store.ts'

/** The number of hashes that one statement reads to decide whether a form (format and cost) is fast to guess. */
const batchSize = 20

/** Yields the forms (format and cost) of hashes that are fast to guess and are still stored as another system wrote them. */
export async function* fastFormsIn(db: Sql): AsyncGenerator<string> {
  for await (const form of passwordFormsIn(db)) if (await isFastForm(db, form)) yield form
}

/**
 * Decides by one hash whether a form is fast to guess: a form includes the number of rounds, so all of its hashes are equally
 * fast. A row whose hash has another form is skipped: an old version, which did not know forms, has replaced that hash.
 */
async function isFastForm(db: Sql, form: string): Promise<boolean> {
  for (let after = ''; ; ) {
    const rows = await findHashesOfForm(db, { form, after, limit: batchSize })
    for (const { id, hash } of rows) {
      const read = readForeignHash(hash)
      if (read?.form === form) return read.fast !== undefined
      after = id
    }
    if (rows.length < batchSize) return false
  }
}

/** Counts the users whose password hash is fast to guess and is still stored as another system wrote it. */
export async function countFastPasswords(db: Sql): Promise<number> {
  let total = 0
  for await (const form of fastFormsIn(db)) total += await countUsersOfForm(db, form)
  return total
}
