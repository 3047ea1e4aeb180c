import { Failure } from '#contract/failures.ts'
import { CsvError } from '#contract/rules/csv.ts'
import { type ImportedRowResource, importUsersEndpoint, maxImportedRows } from '#contract/user-support.ts'
import type { Visit } from '../../core/visit.ts'
import { type FileRow, readRows } from './read-rows.ts'

/** A page waits for the last row, so that there is a limit. The command line takes files of any length. */
export const maxRows = 5_000

/** What came of a row. `name` is what the file calls the user. */
export interface RowResult {
  line: number
  name: string
  /** True when the row asks for the role of an admin. */
  isAdmin: boolean
  outcome: ImportedRowResource['outcome']
  /** Why the row is refused. */
  refusal: ImportedRowResource['refusal'] | 'unreadable' | 'too_long'
  errors: Readonly<ImportedRowResource['errors']>
  userId: string | null
}

export interface Sent {
  results: RowResult[]
  /** Why the file was not read to its end. */
  stopped: 'not_csv' | 'too_many' | Failure | undefined
}

/** The size of the rows of a request, as JSON. A request may have twice as many bytes. */
const maxRequestLength = 30_000

type Readable = Exclude<FileRow, { refusal: unknown }>

/** Sends the rows of a file to the API, as many at a time as it takes. */
export async function sendRows(
  visit: Visit,
  { text, invite, isDryRun }: { text: string; invite: boolean; isDryRun: boolean },
): Promise<Sent> {
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
      const { outcome, refusal, errors, user_id: userId } = result
      results.push({ line: one.line, ...named(one.row), outcome, refusal, errors, userId })
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
    if (error instanceof CsvError) return { results, stopped: 'not_csv' }
    // What was done before stays done, so that the page has to say it. Before that, a fresh proof is asked for as always.
    if (error instanceof Failure && isBegun) return { results, stopped: error }
    throw error
  }
}

const refused = { name: '', isAdmin: false, outcome: 'refused', errors: [], userId: null } as const

function named({ email, username, role }: Record<string, unknown>): Pick<RowResult, 'name' | 'isAdmin'> {
  const known = [email, username].find((one) => typeof one === 'string' && one !== '')
  return { name: String(known ?? '').slice(0, 254), isAdmin: role === 'admin' }
}
