import { Failure } from '#contract/declaration/failures.ts'
import { parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import { lastLine } from './export-format.ts'
import type { Kind } from './import-kinds.ts'
import type { ImportReport } from './import-report.ts'
import type { Line } from './read-lines.ts'

/** Successive rows of an export that have the same kind and are imported together. */
export interface Batch {
  type: string
  kind: Kind
  rows: unknown[]
  /** The line numbers of the rows. */
  lines: number[]
  /** The number of bytes from the beginning of the file to the end of this batch. */
  bytes: number
}

const maxBatchRows = 1_000

/**
 * Yields batches of the rows that can be imported, in the order of the file. A row that cannot be read is reported and skipped.
 */
export async function* readBatches(
  lines: AsyncIterable<Line>,
  kinds: Map<string, Kind>,
  report: ImportReport,
): AsyncGenerator<Batch> {
  let batch: Batch | undefined
  let hasEnd = false
  for await (const line of lines) {
    if (line.text?.trim() === '') continue
    const read = readRow(line, kinds, report)
    if (read === 'end') {
      hasEnd = true
      continue
    }
    if (!read) continue
    if (batch && (batch.type !== read.type || batch.rows.length >= maxBatchRows)) {
      yield batch
      batch = undefined
    }
    batch ??= { type: read.type, kind: read.kind, rows: [], lines: [], bytes: 0 }
    batch.rows.push(read.row)
    batch.lines.push(line.number)
    batch.bytes = line.bytes
  }
  if (batch) yield batch
  if (!hasEnd) report.cutOff()
}

function readRow(line: Line, kinds: Map<string, Kind>, report: ImportReport) {
  let type = ''
  try {
    const value = parseLine(line)
    type = 'type' in value ? String(value.type) : ''
    if (type === lastLine.type) return 'end'
    const kind = kinds.get(type)
    if (kind) return { type, kind, row: kind.read(value) }
    report.unreadable('', line.number, '/type: There is no such kind of row.')
  } catch (error) {
    report.unreadable(kinds.has(type) ? type : '', line.number, reasonOf(error))
  }
  return undefined
}

function parseLine({ text }: Line): object {
  if (text === undefined) throw new StrictJsonError('The line is too long, or not UTF-8.')
  const value = parseStrictJson(text)
  if (typeof value === 'object' && value !== null) return value
  throw new StrictJsonError('The line is not a JSON object.')
}

/** Returns the reason why a row was refused. It names fields but never shows values: a line may hold a password hash. */
export function reasonOf(error: unknown): string {
  if (error instanceof StrictJsonError) return error.message
  if (!(error instanceof Failure) || !error.errors) throw error
  const reasons = error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ')
  // The name of an unknown field may hold control characters, which must not reach a terminal.
  return reasons.replace(/\p{Cc}/gu, '?')
}
