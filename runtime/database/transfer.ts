import type { FieldError } from '#contract/declaration/failures.ts'
import { integer, type Schema, string } from '#contract/declaration/schema.ts'
import type { Database, Sql } from './database.ts'

/** The outcome for one row of an imported file. A `FieldError` says why the row cannot be taken. */
export type Outcome = 'imported' | 'already_there' | 'left_out' | FieldError

/** An id in the form in which it is stored: lower case, because ids are compared letter by letter. */
export const RowId = string({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'A UUID in lower case.',
})
/** The last time that a `Date` can hold, in epoch milliseconds. */
const maxEpochMs = 8.64e15
/** A time in epoch milliseconds. */
export const EpochMs = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom0 = integer({ minimum: 0, maximum: maxEpochMs })
export const CountFrom1 = integer({ minimum: 1, maximum: maxEpochMs })

/**
 * Describes how rows of one kind are exported and imported. A line of an export is one row, with `type` as
 * its first field. `Row` is the type that `read` makes of a line, and `Context` is the data that an import
 * gives to `write`.
 */
export interface Transfer<Row = unknown, Context = ImportContext> {
  type: string
  /** The fields of a line. `docs/reference/export.md` is made from them. */
  line: Schema
  /** True for rows that are exported and imported only when the operator requests them. */
  isOptional?: true
  /**
   * True for rows with the secrets of second factors. An import leaves them out when the operator asks for users without them.
   */
  isSealedFactor?: true
  /** The column that `page` is ordered by. It holds unique texts. */
  key: string
  /** Reads up to `limit` rows whose key is above `after`. */
  page(db: Sql, from: { after: string; limit: number; now: number }): Promise<Record<string, unknown>[]>
  /**
   * Checks a line and makes a row of it.
   * @throws {Failure} `invalid_request` with the fields that are wrong
   */
  read(line: unknown): Row
  /** Writes rows that `read` made. A repetition changes nothing, because a row that exists already stays as it is. */
  write(db: Database, rows: Row[], context: Context): Promise<Outcome[]>
}

export interface ImportContext {
  now: number
  /**
   * The users whom earlier rows of the file would have imported, in a dry run: each id with its session epoch. They are not in
   * the database, because a dry run rolls back each batch.
   */
  rehearsedUsers?: ReadonlyMap<string, number> | undefined
}

const pageRows = 1_000

/** Reads all rows of one kind as lines, page by page, so that memory does not grow with the table. */
export async function* exportPages(
  { type, key, page }: Pick<Transfer, 'type' | 'key' | 'page'>,
  db: Sql,
  now: number,
): AsyncGenerator<{ type: string }[]> {
  for (let after = ''; ; ) {
    const rows = await page(db, { after, limit: pageRows, now })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => ({ type, ...row }))
    after = String(last[key])
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
    // When one row fails, the other rows are awaited too: no statement may be under way after the end of its
    // transaction.
    await Promise.allSettled(outcomes)
    return Promise.all(outcomes)
  })
}
