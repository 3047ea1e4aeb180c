import { majorOf } from './results.ts'
import type { Result } from './scenario.ts'

/** The least of what is recorded that must be left. */
const least = 0.75
/** So many falls in a row are no accident. */
export const maxTries = 3

export type Verdict = 'not recorded' | 'holds' | 'measure again' | 'fallen'

/** By what was measured so far, one figure for each try: one that is not low is enough. */
export function verdictOn(recorded: number | undefined, measured: readonly number[]): Verdict {
  if (recorded === undefined) return 'not recorded'
  if (measured.some((one) => one >= recorded * least)) return 'holds'
  return measured.length < maxTries ? 'measure again' : 'fallen'
}

/** What the scenario `guard` recorded, on this major version of Node, and on no other. */
export const recordedRatio = (results: readonly Result[], what: string, major: number): number | undefined =>
  results
    .find((result) => result.scenario === 'guard' && majorOf(result) === major)
    ?.checks.find((one) => one.what === what)?.median
