import type { FieldError } from '#contract/declaration/failures.ts'
import { isValueOfUser, readCsv } from '#contract/rules/csv.ts'
import { keepMetadata } from '#contract/rules/keepable-metadata.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { isObject, LargeNumber, parseStrictJson } from '#contract/rules/strict-json.ts'

/** A row of a file with the number of its line: its fields, or the reason why it is refused. */
export type FileRow = { line: number } & (
  | { row: Record<string, unknown>; leftOut: FieldError[] }
  | { refusal: 'unreadable' | 'too_long' }
  | { refusal: 'repeated_row'; row: Record<string, unknown> }
)

/** The maximum length of a row, in characters, so that every row fits into a request of the API. */
const maxRowLength = 30_000
/** The maximum length of a row before its metadata is cut to what can be kept: it may hold a picture. */
const maxReadLength = 2 * 1024 * 1024

/** The fields of an export of Latchkey that are left out, because a new user cannot be given them. */
const ofExportsOnly = ['is_active', 'has_password', 'updated_at']

/**
 * Yields the rows of a file: JSON Lines when it begins with a brace, and otherwise CSV whose first line has the names of the
 * fields. A row with the id, the address or the username of an earlier one is refused here, because the API compares only the
 * rows of one request.
 * @throws {CsvError} for a file that is no CSV
 * @throws {NoNamesError} for CSV without a line of names
 */
export async function* readRows(text: string): AsyncGenerator<FileRow> {
  const seen = new Set<string>()
  for await (const read of isJson(text) ? readJsonLines(text) : readTable(text)) {
    if ('refusal' in read) yield read
    else {
      const keys = keysOf(read.row)
      if (keys.some((key) => seen.has(key))) yield { line: read.line, refusal: 'repeated_row', row: read.row }
      else yield read
      for (const key of keys) seen.add(key)
    }
  }
}

const isJson = (text: string): boolean => text.trimStart().startsWith('{')

function* readJsonLines(text: string): Generator<FileRow> {
  let line = 0
  for (const one of text.split('\n')) {
    line++
    if (one.trim() === '') continue
    yield { line, ...parsed(one) }
  }
}

type Parsed = { row: Record<string, unknown>; leftOut: FieldError[] } | { refusal: 'unreadable' | 'too_long' }

function parsed(text: string): Parsed {
  try {
    const row = parseStrictJson(text, { keepsLargeNumbers: true })
    return isObject(row) ? fitting(row) : { refusal: 'unreadable' }
  } catch {
    // The parser throws only for a text that it does not accept as JSON. The page names the line of such a row.
    return { refusal: 'unreadable' }
  }
}

async function* readTable(text: string): AsyncGenerator<FileRow> {
  let names: string[] | undefined
  for await (const { line, cells } of readCsv(inPieces(text), maxReadLength)) {
    if (!cells) yield { line, refusal: 'too_long' }
    else if (cells.length === 1 && cells[0] === '') continue
    else if (!names) names = namesIn(cells)
    else if (cells.length !== names.length) yield { line, refusal: 'unreadable' }
    else yield { line, ...fitting(Object.fromEntries(names.map((name, at) => [name, cells[at]]))) }
  }
}

/** Thrown for a file whose first line has no names, so that no page shows its values as if they were names. */
export class NoNamesError extends Error {
  override name = 'NoNamesError'
}

function namesIn(cells: readonly string[]): string[] {
  if (cells.some(isValueOfUser)) throw new NoNamesError()
  return cells.map((name) => name.trim())
}

/**
 * Returns a row that can be sent: without fields of exports, with large numbers as texts, and with as much of its metadata as can
 * be kept.
 */
function fitting(read: Record<string, unknown>): Parsed {
  const row = withoutOwn(read)
  for (const [name, value] of Object.entries(row)) if (value instanceof LargeNumber) row[name] = value.written
  const { metadata, leftOut } = keepMetadata(row.metadata)
  if (leftOut.length > 0) row.metadata = metadata
  return JSON.stringify(row).length > maxRowLength ? { refusal: 'too_long' } : { row, leftOut }
}

async function* inPieces(text: string): AsyncGenerator<string> {
  yield text
}

const withoutOwn = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofExportsOnly.includes(name)))

function keysOf({ id, email, username }: Record<string, unknown>): string[] {
  const key = (kind: string, value: unknown, fold: (text: string) => string | undefined) => {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? [`${kind} ${fold(text) ?? text}`] : []
  }
  return [
    ...key('id', id, (text) => text.toLowerCase()),
    ...key('email', email, emailKey),
    ...key('username', username, usernameKey),
  ]
}
