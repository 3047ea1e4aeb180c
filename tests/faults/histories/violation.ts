import type { Operation } from './history.ts'

/** The rules that a history must keep. `docs/reference/faults.md` explains each. */
export const rules = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9'] as const
export type Rule = (typeof rules)[number]

export interface Violation {
  rule: Rule
  what: string
  /** The operations that show it, in the order in which they began. */
  shownBy: Operation[]
}

export const violation = (rule: Rule, what: string, ...shownBy: (Operation | undefined)[]): Violation => ({
  rule,
  what,
  shownBy: [...new Set(shownBy)]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => one.start - other.start),
})

/** Writes a violation on one line, with what the operations were and when. */
export function inWords({ rule, what, shownBy }: Violation): string {
  const shown = shownBy.map(({ n, kind, node, start, end, outcome, code }) => {
    const when = `${start.toFixed(1)}–${outcome === 'unknown' ? '?' : end.toFixed(1)} ms`
    return `#${n} ${kind} at node ${node} ${outcome}${code ? ` (${code})` : ''} ${when}`
  })
  return [`${rule}: ${what}`, ...shown].join('; ')
}
