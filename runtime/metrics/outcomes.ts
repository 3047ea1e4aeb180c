import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { type EndReason, Failure } from '#contract/declaration/failures.ts'
import { createCounter } from './counter.ts'
import type { MetricName, ValuesMetric } from './metrics.ts'

export interface Outcomes {
  metric: ValuesMetric
  succeeded(): void
  failed(error: unknown): void
  /** Counts how `work` ends, and returns its result or throws its error. */
  of<T>(work: Promise<T>): Promise<T>
}

/**
 * Creates a counter of how calls of one kind end: `succeeded`, one of the outcomes that `failures` gives to a code (or to a code and
 * the reason of the failure), or `failed` for every other error.
 */
export function createOutcomes({
  failures,
  ...named
}: {
  name: MetricName
  help: string
  failures: Partial<Record<FailureCode | `${FailureCode} ${EndReason}`, string>>
}): Outcomes {
  const values = new Set(['succeeded', ...Object.values(failures), 'failed'])
  const counter = createCounter({ ...named, label: 'outcome', values: [...values] })
  const outcomeOf = ({ code, reason }: Failure): string | undefined =>
    (reason && failures[`${code} ${reason}`]) ?? failures[code]
  const failed = (error: unknown) =>
    counter.count((error instanceof Failure ? outcomeOf(error) : undefined) ?? 'failed')
  return {
    metric: counter.metric,
    succeeded: () => counter.count('succeeded'),
    failed,
    async of(work) {
      try {
        const result = await work
        counter.count('succeeded')
        return result
      } catch (error) {
        failed(error)
        throw error
      }
    },
  }
}

/** The outcomes of calls of any kind that failed because of an overload or an outage. */
export const unserved = {
  overloaded: 'overloaded',
  database_unavailable: 'unavailable',
  user_service_unavailable: 'unavailable',
  auth_service_unavailable: 'unavailable',
} as const satisfies Partial<Record<FailureCode, string>>
