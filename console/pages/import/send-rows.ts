import { Failure } from '#contract/declaration/failures.ts'
import { CsvError } from '#contract/rules/csv.ts'
import { type ForeignExport, foreignExportsIn } from '#contract/rules/foreign-exports.ts'
import { nameForReport } from '#contract/rules/names.ts'
import {
  type ImportedRowResource,
  importUsersEndpoint,
  isFaultOfFastHash,
  maxImportedRows,
} from '#contract/users/user-support.ts'
import type { Visit } from '../../core/visit.ts'
import { type FileRow, NoNamesError, readRows } from './read-rows.ts'

/**
 * The maximum number of rows that the page imports, because the browser waits until the last row is done. The command line takes
 * files of any length.
 */
export const maxRows = 5_000

/** The result of a row. `name` is the address or the username that the file has for the user. */
export interface RowResult {
  line: number
  name: string
  /** True when the row asks for the role of an admin. */
  isAdmin: boolean
  outcome: ImportedRowResource['outcome']
  /** The reason why the row is refused; null when it is not. */
  refusal: ImportedRowResource['refusal'] | 'unreadable' | 'too_long' | 'fast_hash'
  errors: Readonly<ImportedRowResource['errors']>
  /** The fields that the user is made without, because they cannot be kept. */
  leftOut: Readonly<ImportedRowResource['left_out']>
  userId: string | null
}

/** The result of an import: one result for each row, and the reason if the file was not read to its end. */
export interface ImportResult {
  results: RowResult[]
  /** The reason why the file was not read to its end; undefined when it was. */
  stopped: 'not_csv' | 'no_names' | 'too_many' | Failure | { looksLike: ForeignExport } | undefined
}

/** The number of characters at the beginning of a file by which an export of another system is recognised. */
const lookedAt = 64 * 1024

/** The maximum length of the rows of one request, in characters of JSON. The API accepts about twice as many bytes. */
const maxRequestLength = 30_000

type Readable = Exclude<FileRow, { refusal: unknown }>

/** Sends the rows of a file to the API in several requests, and returns the result of each row. */
export async function sendRows(
  visit: Visit,
  { text, invite, isDryRun }: { text: string; invite: boolean; isDryRun: boolean },
): Promise<ImportResult> {
  const [looksLike] = foreignExportsIn(text.slice(0, lookedAt))
  if (looksLike) return { results: [], stopped: { looksLike } }
  const results: RowResult[] = []
  let batch: Readable[] = []
  let length = 0
  let isBegun = false
  async function flush(): Promise<void> {
    if (batch.length === 0) return
    const { body } = await visit.ask(importUsersEndpoint, {
      body: { users: batch.map(({ row }) => row), invite, dry_run: isDryRun },
    })
    isBegun = true
    for (const [at, one] of batch.entries()) {
      const result = body.results[at]
      if (!result) throw new Error('The import answered fewer rows than it was sent.')
      const { outcome, user_id: userId } = result
      const leftOut = outcome === 'made' ? [...one.leftOut, ...result.left_out] : []
      results.push({ line: one.line, ...named(one.row), outcome, ...refusalOf(result), leftOut, userId })
    }
    batch = []
    length = 0
  }
  try {
    let read = 0
    for await (const one of readRows(text)) {
      if (++read > maxRows) {
        await flush()
        return { results, stopped: 'too_many' }
      }
      if ('refusal' in one)
        results.push({
          ...refused,
          ...('row' in one ? named(one.row) : {}),
          line: one.line,
          refusal: one.refusal,
        })
      else {
        const size = JSON.stringify(one.row).length
        if (batch.length === maxImportedRows || length + size > maxRequestLength) await flush()
        batch.push(one)
        length += size
      }
    }
    await flush()
    return { results: results.toSorted((a, b) => a.line - b.line), stopped: undefined }
  } catch (error) {
    if (error instanceof NoNamesError) return { results, stopped: 'no_names' }
    if (error instanceof CsvError) return { results, stopped: 'not_csv' }
    // The users of earlier requests exist now, so the page must show the results. When the first request fails, the error is
    // handled as on every page, which may require a re-authentication.
    if (error instanceof Failure && isBegun) return { results, stopped: error }
    throw error
  }
}

/** Returns why a row is refused. A hash that is fast to guess is no error in the row: only the command line imports it. */
const refusalOf = ({ refusal, errors }: ImportedRowResource): Pick<RowResult, 'refusal' | 'errors'> =>
  errors.length > 0 && errors.every(isFaultOfFastHash)
    ? { refusal: 'fast_hash', errors: [] }
    : { refusal, errors }

const refused = {
  name: '',
  isAdmin: false,
  outcome: 'refused',
  errors: [],
  leftOut: [],
  userId: null,
} as const

function named({ email, username, role }: Record<string, unknown>): Pick<RowResult, 'name' | 'isAdmin'> {
  return { name: nameForReport({ email, username }) ?? '', isAdmin: role === 'admin' }
}
