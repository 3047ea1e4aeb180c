/** Thrown for a text that is not CSV as RFC 4180 describes it. */
export class CsvError extends Error {
  override name = 'CsvError'
}

/**
 * Returns whether a cell of the first line looks like the value of a user and not like the name of a column, as in a file without
 * a header line.
 */
export const isValueOfUser = (name: string): boolean => /[@$]/.test(name)

export interface CsvRow {
  /** The number of the line on which the row begins, counted from 1. */
  line: number
  /** Undefined if the row is too long to be kept. */
  cells: string[] | undefined
}

/**
 * Yields the rows of CSV (RFC 4180): cells separated by commas, in quotes where they hold commas, quotes or line breaks. The
 * cells of a row longer than `maxLength` characters are dropped. A quote in the middle of a cell, or one that is never closed,
 * is refused, because all cells after it could be wrong.
 * @throws {CsvError}
 */
export async function* readCsv(chunks: AsyncIterable<string>, maxLength: number): AsyncGenerator<CsvRow> {
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let cells: string[] = []
  let cell = ''
  let length = 0
  let line = 1
  let begun = 1
  const fault = (what: string) => new CsvError(`line ${line}: ${what}`)
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): CsvRow => {
    if (cell.endsWith('\r') && state !== 'closed') cell = cell.slice(0, -1)
    endCell()
    const row = { line: begun, cells: length > maxLength ? undefined : cells }
    cells = []
    length = 0
    begun = line + 1
    return row
  }
  for await (const chunk of chunks)
    for (const character of chunk) {
      length++
      if (state === 'quoted') {
        if (character === '"') state = 'closed'
        else if (length <= maxLength) cell += character
      } else if (character === '"') {
        if (state === 'plain') throw fault('A quote stands in the middle of a cell.')
        if (state === 'closed') cell += character
        state = 'quoted'
      } else if (character === ',') endCell()
      else if (character === '\n') yield endRow()
      else if (state === 'closed') {
        if (character !== '\r') throw fault('Text follows a closing quote.')
      } else {
        state = 'plain'
        if (length <= maxLength) cell += character
      }
      if (character === '\n') line++
    }
  if (state === 'quoted') throw fault('A quote is never closed.')
  if (length > 0) yield endRow()
}
