import type { HttpRequest } from './load.ts'
import { runScript } from './own-process.ts'

/** What the script `loads/at-rate.ts` reads. */
export interface RateLoad {
  url: string
  requests: HttpRequest[]
  perSecond: number
  seconds: number
  /** The most that are under way at once. */
  connections: number
}

/** What it writes. */
export interface RateReport {
  /** Until the last reply, which may be long after the last request. */
  seconds: number
  statuses: Record<string, { count: number; p50Ms: number; p99Ms: number; withRetryAfter: number }>
  /** Requests that got no reply, by the code of the error. */
  errors: Record<string, number>
  loadShare: number
}

/** @throws where a status comes that may not, or no reply */
export async function rateLoad(load: RateLoad, statuses: readonly string[]): Promise<RateReport> {
  const report = await runScript<RateLoad, RateReport>('loads/at-rate.ts', load)
  const others = Object.keys(report.statuses).filter((status) => !statuses.includes(status))
  const faults = [...others, ...Object.keys(report.errors)]
  if (faults.length > 0)
    throw new Error(`Not every reply was a ${statuses.join(' or ')}: ${faults.join(', ')}.`)
  return report
}
