import type { HttpRequest } from './load.ts'
import { runScript } from './own-process.ts'

/** The input of the script `loads/at-rate.ts`. */
export interface RateLoad {
  url: string
  requests: HttpRequest[]
  perSecond: number
  seconds: number
  /** The maximum number of requests in progress at the same time. */
  connections: number
}

/** The output of the script `loads/at-rate.ts`. */
export interface RateReport {
  /** The time until the last reply, which may come long after the last request. */
  seconds: number
  statuses: Record<string, { count: number; p50Ms: number; p99Ms: number; withRetryAfter: number }>
  /** The number of requests without a reply, by error code. */
  errors: Record<string, number>
  loadShare: number
}

/**
 * Runs the load generator `loads/at-rate.ts`.
 * @throws when a reply has an unexpected status, or a request gets no reply
 */
export async function rateLoad(load: RateLoad, statuses: readonly string[]): Promise<RateReport> {
  const report = await runScript<RateLoad, RateReport>('loads/at-rate.ts', load)
  const others = Object.keys(report.statuses).filter((status) => !statuses.includes(status))
  const faults = [...others, ...Object.keys(report.errors)]
  if (faults.length > 0)
    throw new Error(`Not every reply was a ${statuses.join(' or ')}: ${faults.join(', ')}.`)
  return report
}
