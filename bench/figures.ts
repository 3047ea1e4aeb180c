/** The median of several figures, with the lowest and the highest. */
export interface Spread {
  median: number
  min: number
  max: number
}

/**
 * The figures that were measured for one of the compared systems in one round. The name of each figure
 * includes its unit.
 */
export type Sample = Record<string, number>

export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (lower === undefined || upper === undefined || min === undefined || max === undefined)
    throw new Error('There are no figures to take the median of.')
  return { median: (lower + upper) / 2, min, max }
}

/**
 * Divides the figure of one system by the figure of another, round by round. The two values of a round are
 * near in time, so that other load on the machine affects both.
 */
export function ratios(over: readonly Sample[], under: readonly Sample[], figure: string): number[] {
  return over.map((sample, round) => figureOf(sample, figure) / figureOf(under[round], figure))
}

export const figuresOf = (samples: readonly Sample[], figure: string): number[] =>
  samples.map((sample) => figureOf(sample, figure))

function figureOf(sample: Sample | undefined, figure: string): number {
  const found = sample?.[figure]
  if (found === undefined || !Number.isFinite(found)) throw new Error(`A round has no figure ${figure}.`)
  return found
}

/** Returns the median, the lowest and the highest value of every figure over all rounds. */
export function spreadsOf(samples: readonly Sample[]): Record<string, Spread> {
  const names = Object.keys(samples[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, spreadOf(figuresOf(samples, name))]))
}
