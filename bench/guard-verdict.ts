import { majorOf } from './results.ts'
import type { Result } from './scenario.ts'

/** The lowest measured ratio that passes the guard, as a share of the recorded ratio. */
const least = 0.75
/**
 * The number of low measurements in a row after which the guard fails. A shorter run of low measurements may
 * be chance.
 */
export const maxTries = 3

export type Verdict = 'not recorded' | 'holds' | 'measure again' | 'fallen'

/**
 * Compares a recorded ratio with the ratios measured so far, one for each try. The verdict is `holds` as soon as one try is
 * high enough.
 */
export function verdictOn(recorded: number | undefined, measured: readonly number[]): Verdict {
  if (recorded === undefined) return 'not recorded'
  if (measured.some((one) => one >= recorded * least)) return 'holds'
  return measured.length < maxTries ? 'measure again' : 'fallen'
}

/**
 * Finds the ratio that the scenario `guard` recorded on this major version of Node. Other versions are not
 * compared.
 */
export const recordedRatio = (results: readonly Result[], what: string, major: number): number | undefined =>
  results
    .find((result) => result.scenario === 'guard' && majorOf(result) === major)
    ?.checks.find((one) => one.what === what)?.median
