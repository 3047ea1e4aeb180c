import type { HistogramMetric, MetricName, Observed } from './metrics.ts'

/**
 * The bounds for durations that the OpenTelemetry semantic conventions advise, without those that no metric of this product
 * needs.
 */
export const secondsBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** One series of a histogram: the observations with the same labels. */
export interface Series {
  observe(value: number): void
}

export interface Histogram {
  metric: HistogramMetric
  /** Returns the series with these label values. Callers keep it, because the look-up costs more than an observation. */
  series(...values: string[]): Series
}

/** Creates a histogram in memory. Without labels its series exists at once, otherwise after the first call of `series`. */
export function createHistogram({
  name,
  help,
  labels = [],
  bounds = secondsBounds,
}: {
  name: MetricName
  help: string
  labels?: readonly string[]
  bounds?: readonly number[]
}): Histogram {
  const known = new Map<string, Series & { observed(): Observed }>()
  const series = (...values: string[]) => {
    const key = values.join('\n')
    const found = known.get(key)
    if (found) return found
    const named = Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
    const made = newSeries(named, bounds)
    known.set(key, made)
    return made
  }
  if (labels.length === 0) series()
  const read = () => [...known.values()].map(({ observed }) => observed())
  return { metric: { type: 'histogram', name, help, labels, bounds, read }, series }
}

/** Creates a series. An observation allocates no memory: all numbers are in one array, with the sum at its end. */
function newSeries(labels: Record<string, string>, bounds: readonly number[]) {
  const numbers = new Float64Array(bounds.length + 2)
  const sumAt = bounds.length + 1
  return {
    observe(value: number) {
      let at = 0
      while (value > (bounds[at] ?? Number.POSITIVE_INFINITY)) at++
      numbers[at] = (numbers[at] ?? 0) + 1
      numbers[sumAt] = (numbers[sumAt] ?? 0) + value
    },
    observed: (): Observed => ({
      labels,
      counts: [...numbers.subarray(0, sumAt)],
      sum: numbers[sumAt] ?? 0,
    }),
  }
}
