import { ratios, type Sample, type Spread, spreadOf, spreadsOf } from './figures.ts'

export interface Extent {
  /** How many are counted; one more goes before them for the compilers. */
  rounds: number
  /** How long each contestant is under load in a round. */
  seconds: number
}

export interface Scenario {
  name: string
  /** What is measured, in a sentence. */
  measures: string
  run(extent: Extent): Promise<Outcome>
}

export interface Outcome {
  contestants: Contestant[]
  checks: Check[]
  /** What a reader of the figures must know: what limits them, what was set otherwise than usual. */
  notes: string[]
}

export interface Contestant {
  name: string
  figures: Record<string, Spread>
}

/** A figure that says something by itself: a ratio to a neighbour, or one that must stay within a limit. */
export interface Check extends Spread {
  what: string
  unit: string
  target?: Target
  /** Where it is a ratio to a floor: whose, to which, and of what. */
  beside?: { own: string; floor: string; of: 'requests a second' | 'requests in a second of processor time' }
}

export type Target = { atLeast: number } | { atMost: number }

/** What is kept of a run: nothing of the machine but what the figures depend on. */
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

/** The contestants in turns within a round, so that whatever else the machine does falls on all of them. */
export async function inTurns<Name extends string>(
  rounds: number,
  contestants: Record<Name, (round: number) => Promise<Sample>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contestants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const sample = await contestants[name](round)
      // The first round is for the compilers.
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
 * How one stands beside its floor: by the requests that it answered in a second, and by those that a second of its processor time
 * is enough for. The first swings with whatever else the machine does, and is too good where the load is what limits the floor.
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

/** The same beside one that is no floor: the picture does not show it. */
export const besideAnother = (
  samples: Record<string, Sample[]>,
  { own, other }: { own: string; other: string },
): Check[] => besideFloor(samples, { own, floor: other }).map(({ beside: _, ...ratio }) => ratio)

const checkBeside = (
  beside: Required<Check>['beside'],
  figures: readonly number[],
  target: Target | undefined,
): Check => ({
  ...check(`${beside.own}: ${beside.of} over ${beside.floor}`, 'x', figures, target),
  beside,
})
