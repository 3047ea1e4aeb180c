import { ratios, type Sample, type Spread, spreadOf, spreadsOf } from './figures.ts'

export interface Extent {
  /**
   * The number of rounds that are counted. One more round runs before them, in which the JavaScript engine
   * optimizes the code.
   */
  rounds: number
  /** The time, in seconds, for which each of the compared systems is under load in one round. */
  seconds: number
}

export interface Scenario {
  name: string
  /** The subject of the measurement, in a sentence. */
  measures: string
  /** True for a scenario that runs only when it is named, because the person who runs it must prepare something for it. */
  isOnRequest?: true
  run(extent: Extent): Promise<Outcome>
}

export interface Outcome {
  contestants: Contestant[]
  checks: Check[]
  /** The facts that a reader of the figures must know, such as what limits them or which settings are unusual. */
  notes: string[]
}

export interface Contestant {
  name: string
  figures: Record<string, Spread>
}

/** A figure with a meaning of its own: a ratio to another system, or a value with a limit. */
export interface Check extends Spread {
  what: string
  unit: string
  target?: Target
  /**
   * The contestant, the baseline (which bench calls floor) and the figure that is compared; absent when the check is not a
   * ratio to a baseline.
   */
  beside?: { own: string; floor: string; of: 'requests a second' | 'requests in a second of processor time' }
}

export type Target = { atLeast: number } | { atMost: number }

/** The record of a run. About the machine, it holds only what the figures depend on. */
export interface Result extends Outcome {
  scenario: string
  measures: string
  date: string
  node: string
  cores: number
  processor: string
  rounds: number
  seconds: number
}

/**
 * Measures all compared systems once in every round, so that other load on the machine affects all of them.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  contestants: Record<Name, (round: number) => Promise<Sample>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contestants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const sample = await contestants[name](round)
      // In the first round the JavaScript engine optimizes the code. This round is not counted.
      if (round > 0) samples[name].push(sample)
    }
  }
  return samples
}

export const contestantsOf = (samples: Record<string, Sample[]>): Contestant[] =>
  Object.entries(samples).map(([name, rounds]) => ({ name, figures: spreadsOf(rounds) }))

export const check = (what: string, unit: string, figures: readonly number[], target?: Target): Check => ({
  what,
  unit,
  ...spreadOf(figures),
  ...(target && { target }),
})

/**
 * Compares a contestant with its baseline, which bench calls floor: by the requests in a second, and by the
 * requests in a second of processor time. The first figure varies with other load on the machine, and looks
 * too good where the load generator limits the baseline.
 */
export function besideFloor(
  samples: Record<string, Sample[]>,
  { own, floor, target }: { own: string; floor: string; target?: Target },
): Check[] {
  const [over = [], under = []] = [samples[own], samples[floor]]
  const asked = checkBeside({ own, floor, of: 'requests a second' }, ratios(over, under, 'perSecond'), target)
  if (over[0]?.cpuUs === undefined) return [asked]
  const of = 'requests in a second of processor time'
  return [asked, checkBeside({ own, floor, of }, ratios(under, over, 'cpuUs'), target)]
}

/**
 * Makes the comparison of `besideFloor` with a system that is not a baseline. The performance chart leaves
 * such comparisons out.
 */
export const besideAnother = (
  samples: Record<string, Sample[]>,
  { other, ...compared }: { own: string; other: string; target?: Target },
): Check[] => besideFloor(samples, { ...compared, floor: other }).map(({ beside: _, ...ratio }) => ratio)

const checkBeside = (
  beside: Required<Check>['beside'],
  figures: readonly number[],
  target: Target | undefined,
): Check => ({
  ...check(`${beside.own}: ${beside.of} over ${beside.floor}`, 'x', figures, target),
  beside,
})
