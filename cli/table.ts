import { printable } from './printable.ts'

interface Layout {
  /** The columns, by number, that may be cut when the table is wider than the terminal. */
  flexible?: readonly number[]
}

const usualWidth = 80
const minCutWidth = 8
const gap = '  '

/**
 * Aligns columns for a terminal, and escapes what a terminal would obey. The last column is not padded, so that a long cell in it
 * does not widen other rows. Flexible columns are cut until the table fits the terminal, or 80 characters where there is none.
 */
export function table(rows: readonly (readonly string[])[], { flexible = [] }: Layout = {}): string {
  const cells = rows.map((row) => row.map(printable))
  const widths = fit(widthsOf(cells), flexible)
  return cells
    .map((row) =>
      row
        .map((cell, at) => (flexible.includes(at) ? cut(cell, widths[at] ?? 0) : cell))
        .map((cell, at) => (at === row.length - 1 ? cell : pad(cell, widths[at] ?? 0)))
        .join(gap)
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

const lengthOf = (text: string): number => [...text].length

const pad = (cell: string, width: number): string => cell + ' '.repeat(Math.max(0, width - lengthOf(cell)))

const cut = (cell: string, width: number): string =>
  lengthOf(cell) <= width ? cell : `${[...cell].slice(0, width - 1).join('')}…`

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, lengthOf(cell))
  return widths
}

/** Narrows the widest of the flexible columns, character by character, until the table fits. */
function fit(widths: number[], flexible: readonly number[]): number[] {
  const max = Math.max(process.stdout.columns ?? usualWidth, usualWidth)
  const fitted = [...widths]
  const total = () => fitted.reduce((sum, width) => sum + width, 0) + gap.length * (fitted.length - 1)
  while (total() > max) {
    const [widest] = flexible.toSorted((a, b) => (fitted[b] ?? 0) - (fitted[a] ?? 0))
    if (widest === undefined || (fitted[widest] ?? 0) <= minCutWidth) break
    fitted[widest] = (fitted[widest] ?? 0) - 1
  }
  return fitted
}
