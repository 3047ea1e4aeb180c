import type { Sql } from '#runtime/database/database.ts'
import { readForeignHash } from '../foreign-hashes/index.ts'
import { countUsersOfForm, findHashesOfForm, passwordFormsIn } from './password-form-store.ts'

/** The number of hashes that one statement reads to judge a form. */
const batchSize = 20

/** Yields the forms of the hashes that are fast to guess and are stored as another system wrote them. */
export async function* fastFormsIn(db: Sql): AsyncGenerator<string> {
  for await (const form of passwordFormsIn(db)) if (await isFastForm(db, form)) yield form
}

/**
 * A form has the rounds in it, so that one hash speaks for all. A row may have a hash of another form, if an old version that did
 * not know forms has replaced it: that row says nothing, and the next one is read.
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

/** Counts the users whose hash is fast to guess and is stored as another system wrote it. */
export async function countFastPasswords(db: Sql): Promise<number> {
  let total = 0
  for await (const form of fastFormsIn(db)) total += await countUsersOfForm(db, form)
  return total
}
