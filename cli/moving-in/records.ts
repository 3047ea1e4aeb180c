import { CsvError, isValueOfUser, readCsv } from '#contract/rules/csv.ts'
import { isObject, LargeNumber, parseStrictJson, StrictJsonError } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { openInput } from '../transfer/input-file.ts'
import { readLines } from '../transfer/read-lines.ts'
import { isMarked, textOf } from './text-of.ts'

/** A user as another system wrote it to a file. In CSV, all values are texts. */
export type ForeignRecord = Record<string, unknown>

/**
 * One user in a file, or the reason why it cannot be read, with the name of the user if it is known. `location` says where it is,
 * such as `users.csv:7`.
 */
export type Read<T> = { location: string } & ({ value: T } | { refused: string; user?: string | undefined })

/** A row may hold a picture, which is left out. */
const maxRowLength = 4 * 1024 * 1024
const notUtf8 =
  'The row is not UTF-8. Save the file as UTF-8 (“CSV UTF-8” in a spreadsheet) and import it again.'

/**
 * Yields the rows of a file: JSON Lines when its first character is a brace, and CSV with a line of names otherwise. With
 * `column`, CSV without a column of this name has no rows.
 */
export async function* readRecords(file: string, column?: string): AsyncGenerator<Read<ForeignRecord>> {
  if (await beginsWith(file, '{')) yield* readJsonLines(file)
  else yield* readTable(file, column)
}

/** Returns whether the first character of a file is this one. */
export async function beginsWith(file: string, character: string): Promise<boolean> {
  for await (const text of textOf(file, { end: 1024 })) return text.trimStart().startsWith(character)
  return false
}

async function* readJsonLines(file: string): AsyncGenerator<Read<ForeignRecord>> {
  for await (const { number, text } of readLines(openInput(file), maxRowLength)) {
    const location = `${file}:${number}`
    if (text === undefined) yield { location, refused: 'The line is too long, or not UTF-8.' }
    else if (text.trim() !== '') yield { location, ...parseLine(number === 1 ? text.trimStart() : text) }
  }
}

function parseLine(text: string): { value: ForeignRecord } | { refused: string } {
  try {
    const value = parseStrictJson(text.startsWith('\ufeff') ? text.slice(1) : text, {
      keepsLargeNumbers: true,
    })
    return isObject(value) ? { value: withTexts(value) } : { refused: 'The line is not a JSON object.' }
  } catch (error) {
    if (error instanceof StrictJsonError) return { refused: error.message }
    throw error
  }
}

/** Replaces the large numbers in the fields of a record by their text in the file, so that no digit is lost. */
const withTexts = (record: ForeignRecord): ForeignRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof LargeNumber ? value.written : value,
    ]),
  )

async function* readTable(file: string, column?: string): AsyncGenerator<Read<ForeignRecord>> {
  let names: string[] | undefined
  try {
    for await (const { line, cells } of readCsv(textOf(file), maxRowLength)) {
      const location = `${file}:${line}`
      if (!names) {
        names = namesIn(cells, file)
        if (column !== undefined && !names.includes(column)) return
      } else if (!cells) yield { location, refused: 'The row is too long.' }
      else if (cells.length === 1 && cells[0] === '') continue
      else if (cells.some(isMarked)) yield { location, refused: notUtf8 }
      else if (cells.length !== names.length)
        yield {
          location,
          refused: `The row has ${cells.length} cells, and the first line has ${names.length}.`,
        }
      else yield { location, value: Object.fromEntries(names.map((name, at) => [name, cells[at]])) }
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new StartFault([`${file} is not CSV: ${error.message} Nothing was changed.`])
    throw error
  }
}

function namesIn(cells: string[] | undefined, file: string): string[] {
  const names = (cells ?? []).map((name) => name.trim())
  if (names.some(isMarked))
    throw new StartFault([
      `The first line of ${file} is not UTF-8. Save the file as UTF-8 and import it again. Nothing was changed.`,
    ])
  if (names.some(isValueOfUser))
    throw new StartFault([
      `The first line of ${file} has no names of columns, but an address or a password hash. Put the names before it. Nothing was changed.`,
    ])
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice === undefined && !names.includes('__proto__')) return names
  throw new StartFault([`The first line of ${file} names a column twice. Nothing was changed.`])
}
