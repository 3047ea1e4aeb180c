import { integer, string } from '#contract/declaration/schema.ts'
import type { FieldError } from '#contract/failures.ts'
import type { Database, Sql } from './database.ts'

/** The outcome for one row of an imported file. A `FieldError` says why the row cannot be taken. */
export type Outcome = 'imported' | 'already_there' | 'left_out' | FieldError

/** An id in the form in which it is stored: lower case, because ids are compared letter by letter. */
export const RowId = string({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
/** The last time that a `Date` can hold. */
const maxEpochMs = 8.64e15
/** A time in epoch milliseconds. */
export const EpochMs = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom0 = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom1 = integer({ minimum: 1, maximum: maxEpochMs })

/** Reads all rows in the order of a text key, page by page, so that memory does not grow with the table. */
export async function* allPages<Row>(
  readPage: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const page = await readPage(after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = keyOf(last)
  }
}

/** Imports rows in one transaction. They are sent together, so that a distant server costs one round trip for all. */
export function importRows<Row>(
  db: Database,
  rows: Row[],
  importRow: (tx: Sql, row: Row) => Promise<Outcome>,
): Promise<Outcome[]> {
  return db.transaction(async (tx) => {
    const outcomes = rows.map((row) => importRow(tx, row))
    // When one fails, the others are awaited too: no statement may be under way after the end of its transaction.
    await Promise.allSettled(outcomes)
    return Promise.all(outcomes)
  })
}
