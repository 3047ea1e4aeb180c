import type { MetricName, ValuesMetric } from './metrics.ts'

export interface Counter<Value extends string> {
  metric: ValuesMetric
  count(value: Value): void
}

/**
 * Creates a counter in memory with a number for each value of its label. Every value is reported from the start, as 0: if a
 * series appeared only with its first count, Prometheus could not see that it rose.
 */
export function createCounter<const Value extends string>({
  values,
  ...named
}: {
  name: MetricName
  help: string
  label: string
  values: readonly Value[]
}): Counter<Value> {
  const counts = new Map<Value, number>(values.map((value) => [value, 0]))
  return {
    metric: { ...named, type: 'counter', read: () => counts },
    count: (value) => void counts.set(value, (counts.get(value) ?? 0) + 1),
  }
}
