import { type FailureCode, failures, isFailureCode } from '#contract/declaration/failure-table.ts'
import type { Failure } from '#contract/declaration/failures.ts'
import { overloadLimitOf, overloadLimits } from '../limits/overloaded.ts'
import type { Log } from '../log/log.ts'
import { runWithoutTrace } from '../log/tracing.ts'
import { createCounter } from './counter.ts'
import type { ValuesMetric } from './metrics.ts'

/** Counts the requests that one service refused because of a limit or an outage, by its name. */
export interface Refusals {
  metric: ValuesMetric
  /** Counts a failure whose status is 429 or 503; any other is not counted. */
  count(failure: Failure): void
}

const isRefusing = (code: FailureCode): boolean => failures[code].http === 429 || failures[code].http === 503

/**
 * Returns the limit or the outage that a failure is counted under. `overloaded` is the code of several limits; an `overloaded`
 * without a limit comes from the other service, whose log and metrics name the limit.
 */
const limitOf = (failure: Failure): string =>
  failure.code === 'overloaded' ? (overloadLimitOf(failure) ?? 'overloaded') : failure.code

const everyMs = 60_000

/**
 * Creates the counter of refusals. While requests are refused, it writes a log line each minute, with the number for each limit.
 */
export function createRefusals(log: Log): Refusals {
  const codes = Object.keys(failures).filter((code) => isFailureCode(code) && isRefusing(code))
  const counter = createCounter({
    name: 'latchkey_refusals_total',
    help: 'Requests and calls rejected with 429 or 503, by limit or outage. `overloaded` is a limit of the other service.',
    label: 'limit',
    values: [...codes, ...overloadLimits],
  })
  let ofMinute = new Map<string, number>()
  const logMinute = () => {
    const refused = Object.fromEntries([...ofMinute].sort(([one], [other]) => (one < other ? -1 : 1)))
    ofMinute = new Map()
    log.info({ refused }, 'requests refused in the last minute, by limit')
  }
  return {
    metric: counter.metric,
    count(failure) {
      if (!isRefusing(failure.code)) return
      const limit = limitOf(failure)
      counter.count(limit)
      if (ofMinute.size === 0) runWithoutTrace(() => setTimeout(logMinute, everyMs).unref())
      ofMinute.set(limit, (ofMinute.get(limit) ?? 0) + 1)
    },
  }
}
