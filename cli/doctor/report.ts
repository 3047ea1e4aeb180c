import { styleText } from 'node:util'
import { printable } from '../printable.ts'
import { wrapText } from '../text-width.ts'
import type { Status } from './check.ts'
import type { Examined } from './run-checks.ts'

/** The maximum width of the report, in characters. Longer lines are hard to read, however wide the terminal is. */
const maxWidth = 100
const labelWidth = 15
const indent = 2 + 'skipped'.length + 2 + labelWidth + 2

const colours: Record<Status, Parameters<typeof styleText>[0]> = {
  ok: 'green',
  warn: 'yellow',
  fail: ['red', 'bold'],
  skipped: 'dim',
}

export type Counts = Record<Status, number>

export function countFindings(examined: readonly Examined[]): Counts {
  const counts: Counts = { ok: 0, warn: 0, fail: 0, skipped: 0 }
  for (const { findings } of examined) for (const { status } of findings) counts[status]++
  return counts
}

/** Writes the findings of one check, a line for each, with the correction below a bad one, as wide as the terminal is. */
export function describeExamined({ check, findings }: Examined, columns = process.stdout.columns): string {
  // Lines are not wrapped when the output goes to a file or another program, so that it can be searched.
  const width =
    columns === undefined ? Number.POSITIVE_INFINITY : Math.max(20, Math.min(columns, maxWidth) - indent)
  const lines = findings.flatMap(({ status, found, fix }, at) => {
    const text = [printable(found), ...(fix === undefined ? [] : [`fix: ${printable(fix)}`])]
    const [first = '', ...more] = text.flatMap((one) => wrapText(one, width))
    const label = (at === 0 ? check : '').padEnd(labelWidth)
    const state = styleText(colours[status], status.padEnd('skipped'.length), { stream: process.stdout })
    return [`  ${state}  ${label}  ${first}`, ...more.map((line) => ' '.repeat(indent) + line)]
  })
  return `${lines.join('\n')}\n`
}

export function summaryOf({ ok, warn, fail, skipped }: Counts): string {
  const parts = [count(fail, 'failure'), count(warn, 'warning'), `${ok} ok`, `${skipped} skipped`]
  const verdict =
    fail > 0 ? 'Fix the failures first' : warn > 0 ? 'It works, with warnings' : 'No problems found'
  return `${verdict}: ${parts.join(', ')}.\n`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
