import type { Outcome } from '#runtime/database/transfer.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printableJson } from '../printable.ts'
import { table } from '../table.ts'
import { startProgress } from './progress-bar.ts'

export interface ImportReport {
  /**
   * Reports the outcomes of a batch. `lines` are the numbers of its lines in the file; `bytes` is how much of
   * the file has been read.
   */
  written(batch: { type: string; lines: number[]; bytes: number }, outcomes: Outcome[]): void
  /** Reports a line that could not be read. `type` is empty if its kind is unknown. */
  unreadable(type: string, line: number, reason: string): void
  cutOff(): void
  /** Returns how many rows were imported until now. */
  imported(): number
  /**
   * Prints the table of all outcomes.
   * @throws {StartFault} when a row could not be imported or the file was cut off
   */
  finish(): void
}

const columns = ['read', 'imported', 'already_there', 'left_out', 'bad'] as const
type Column = (typeof columns)[number]

/**
 * Creates the report of an import, which prints a line for each row that could not be imported, and at the end a table of all
 * outcomes.
 */
export function importReport(
  file: string,
  {
    totalBytes,
    isDryRun,
    isJson,
    withoutSecondFactors = false,
  }: {
    totalBytes: number | undefined
    isDryRun: boolean
    isJson: boolean
    withoutSecondFactors?: boolean
  },
): ImportReport {
  const progress = startProgress(totalBytes)
  const counts = new Map<string, Record<Column, number>>()
  let rows = 0
  let isCutOff = false

  function count(type: string, column: Column): void {
    const ofType = counts.get(type) ?? { read: 0, imported: 0, already_there: 0, left_out: 0, bad: 0 }
    ofType.read++
    ofType[column]++
    counts.set(type, ofType)
  }
  function bad(type: string, line: number, reason: string): void {
    count(type, 'bad')
    progress.say(`${file}:${line}: ${reason}`)
  }

  return {
    written({ type, lines, bytes }, outcomes) {
      for (const [at, outcome] of outcomes.entries()) {
        if (typeof outcome === 'string') count(type, outcome)
        else bad(type, lines[at] ?? 0, `${outcome.pointer}: ${outcome.detail}`)
      }
      rows += lines.length
      progress.show(rows, bytes)
    },
    unreadable: bad,
    cutOff() {
      isCutOff = true
    },
    imported: () => [...counts.values()].reduce((sum, { imported }) => sum + imported, 0),
    finish() {
      progress.end()
      const found = { counts, isDryRun, isCutOff, withoutSecondFactors }
      process.stdout.write(isJson ? toJson(found) : describe(found))
      const total = [...counts.values()].reduce((sum, ofType) => sum + ofType.bad, 0)
      const faults: string[] = []
      const [rows, were, them] = total === 1 ? ['row', 'was', 'it'] : ['rows', 'were', 'them']
      const not = isDryRun ? 'would not be' : `${were} not`
      if (total > 0)
        faults.push(
          `${total} ${rows} ${not} imported. Correct ${them} and import the file again: existing rows are not changed.`,
        )
      if (isCutOff)
        faults.push(
          `${file} is incomplete: its end is missing, and the missing rows ${isDryRun ? 'would not be' : 'were not'} imported.`,
        )
      if (faults.length > 0) throw new StartFault(faults)
    },
  }
}

interface Found {
  counts: ReadonlyMap<string, Readonly<Record<Column, number>>>
  isDryRun: boolean
  isCutOff: boolean
  withoutSecondFactors: boolean
}

function describe({ counts, isDryRun, withoutSecondFactors }: Found): string {
  const cells = [...counts].map(([type, ofType]) => [type || '-', ...columns.map((at) => `${ofType[at]}`)])
  const head = ['KIND', ...columns.map((column) => column.toUpperCase().replace('_', ' '))]
  const lost = counts.get('totp_factor')?.left_out ?? 0
  return [
    table([head, ...cells]),
    withoutSecondFactors && lost > 0
      ? `\n${lost} users had an authenticator app, which was left out: those without another second factor sign in with the password alone.\n`
      : '',
    isDryRun ? '\nThis was a dry run: nothing was changed.\n' : '',
  ].join('')
}

/** Rows of an unknown kind are counted under `-`, as in the table. */
const toJson = ({ counts, isDryRun, isCutOff }: Found): string =>
  printableJson({
    dry_run: isDryRun,
    cut_off: isCutOff,
    rows: Object.fromEntries([...counts].map(([type, ofType]) => [type || '-', ofType])),
  })
