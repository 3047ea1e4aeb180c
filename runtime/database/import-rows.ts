import type { FieldError } from '#contract/failures.ts'
import { integer, type Schema, string } from '#contract/schema.ts'
import { checker } from '../validation.ts'
import type { Database, Sql } from './database.ts'

/** What became of one row of a file. A `FieldError` says why it cannot be taken. */
export type Outcome = 'imported' | 'already_there' | 'left_out' | FieldError

/** As they are stored, for they are compared letter by letter. */
export const RowId = string({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const maxEpochMs = 8.64e15
/** Epoch milliseconds, up to the last that a `Date` can be. */
export const EpochMs = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom0 = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom1 = integer({ minimum: 1, maximum: maxEpochMs })

/** Reads one line of a file. @throws {Failure} `invalid_request` with the fields that are wrong */
export function lineReader<Line>(schema: Schema<Line>): (line: unknown) => Line {
  const check = checker(schema, { coerce: false, prefix: '' })
  return (line) => {
    check(line)
    return line as Line
  }
}

/** All rows in the order of a text key, a page at a time: what is held in memory does not grow with the table. */
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

/** One transaction. The rows go side by side, so that a server far away costs one journey and not one for each. */
export function importRows<Row>(
  db: Database,
  rows: Row[],
  importRow: (tx: Sql, row: Row) => Promise<Outcome>,
): Promise<Outcome[]> {
  return db.transaction(async (tx) => {
    const outcomes = rows.map((row) => importRow(tx, row))
    // Also when one fails: nothing of this transaction may still be under way after its end.
    await Promise.allSettled(outcomes)
    return Promise.all(outcomes)
  })
}
