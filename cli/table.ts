import { printable } from './printable.ts'
import { cutText, textWidth, wrapText } from './text-width.ts'

interface Layout {
  /** The columns that may be narrowed at a terminal, by number, and how many characters each of them keeps. */
  flexible?: Readonly<Record<number, number>>
  /** The columns that a narrow terminal leaves out, by number, in the order in which they are left out. */
  optional?: readonly number[]
  /** True when the text of a narrowed last column continues on further lines. Otherwise it is cut, like that of other columns. */
  wraps?: boolean
  /** The width of the terminal; absent where the output goes elsewhere, so that nothing is cut or left out. */
  columns?: number | undefined
}

const gap = '  '
const indentBelow = 6

/**
 * Aligns columns for a terminal, and escapes characters that a terminal would take as commands. The last column is not padded, so
 * that a long cell in it does not widen other rows.
 */
export function table(rows: readonly (readonly string[])[], layout: Layout = {}): string {
  const { columns = process.stdout.columns, wraps = false } = layout
  const cells = rows.map((row) => row.map(printable))
  const widths = widthsOf(cells)
  if (columns === undefined) return write(cells.map((row) => toLine(row, widths)))
  const shown = columnsThatFit(widths, { ...layout, columns })
  const narrowed = narrow(
    shown.map((at) => widths[at] ?? 0),
    shown.map((at) => layout.flexible?.[at]),
    columns,
  )
  const chosen = cells.map((row) => shown.flatMap((at) => row[at] ?? []))
  if (wraps) return write(chosen.flatMap((row) => wrapLast(row, narrowed, columns)))
  return write(
    chosen.map((row) =>
      toLine(
        row.map((cell, at) => cutText(cell, narrowed[at] ?? 0)),
        narrowed,
      ),
    ),
  )
}

const write = (lines: string[]): string => lines.map((line) => `${line}\n`).join('')

const toLine = (row: string[], widths: number[]): string =>
  row
    .map((cell, at) => (at === row.length - 1 ? cell : pad(cell, widths[at] ?? 0)))
    .join(gap)
    .trimEnd()

const pad = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - textWidth(cell)))

/** Writes a row with its last cell in several lines if needed: beside the other cells, or below them if little width is left. */
function wrapLast(row: string[], widths: number[], columns: number): string[] {
  const last = widths.length - 1
  const others = row.slice(0, last).map((cell, at) => cutText(cell, widths[at] ?? 0))
  const text = row[last]
  if (text === undefined) return [toLine(row, widths)]
  if (totalOf(widths) > columns) {
    const below = wrapText(text, columns - indentBelow)
    return [toLine(others, widths), ...below.map((line) => ' '.repeat(indentBelow) + line)]
  }
  const [first = '', ...more] = wrapText(text, widths[last] ?? 0)
  const indent = ' '.repeat(totalOf(widths) - (widths[last] ?? 0))
  return [toLine([...others, first], widths), ...more.map((line) => indent + line)]
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, textWidth(cell))
  return widths
}

const totalOf = (widths: number[]): number =>
  widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))

/** Returns the columns to show: optional ones are left out until the others fit, each of them as narrow as it may be. */
function columnsThatFit(
  widths: number[],
  { flexible = {}, optional = [], columns }: Layout & { columns: number },
): number[] {
  let shown = [...widths.keys()]
  for (const at of optional) {
    const narrowest = shown.map((one) =>
      Math.min(widths[one] ?? 0, flexible[one] ?? Number.POSITIVE_INFINITY),
    )
    if (totalOf(narrowest) <= columns) break
    shown = shown.filter((one) => one !== at)
  }
  return shown
}

/** Narrows the widest flexible column by one character, again and again, until the table fits. */
function narrow(widths: number[], kept: (number | undefined)[], columns: number): number[] {
  const narrowed = [...widths]
  const canGive = (at: number): boolean => (narrowed[at] ?? 0) > (kept[at] ?? Number.POSITIVE_INFINITY)
  while (totalOf(narrowed) > columns) {
    const givers = [...narrowed.keys()].filter(canGive)
    const [widest] = givers.sort((one, other) => (narrowed[other] ?? 0) - (narrowed[one] ?? 0))
    if (widest === undefined) break
    narrowed[widest] = (narrowed[widest] ?? 0) - 1
  }
  return narrowed
}
