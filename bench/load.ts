import type { Sample } from './figures.ts'
import { runScript } from './own-process.ts'
import { cpuMsOf, residentMiBOf } from './process-figures.ts'

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: object
}

/** What the script `loads/http.ts` reads. */
export interface HttpLoad {
  url: string
  connections: number
  /** They go round the connections; each of those sends its own in turn, again and again. */
  requests: HttpRequest[]
  /** As long as this, or each request once. */
  seconds: number | 'each once'
  expect: number
}

/** What a script that makes load writes. */
export interface LoadReport {
  requests: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** How many replies had each status. */
  statuses: Record<string, number>
  /** Requests that got no reply. */
  errors: number
  /** Processor time that the script itself took, in its share of one core. */
  loadShare: number
}

/** What the script `loads/grpc.ts` reads. */
export interface GrpcLoad {
  address: string
  token: string
  seconds: number
}

interface Process {
  pid: number
}

export const httpLoad = (server: Process, load: HttpLoad): Promise<Sample> =>
  underLoad(server, () => runScript<HttpLoad, LoadReport>('loads/http.ts', load), `${load.expect}`)

export const grpcLoad = (server: Process, load: GrpcLoad): Promise<Sample> =>
  underLoad(server, () => runScript<GrpcLoad, LoadReport>('loads/grpc.ts', load), 'OK')

/** What the load saw, and what it took of the server. */
export async function underLoad(
  { pid }: Process,
  load: () => Promise<LoadReport>,
  expect: string,
): Promise<Sample> {
  const before = cpuMsOf(pid)
  const report = await load()
  requireReplies(report, expect)
  const after = cpuMsOf(pid)
  const residentMiB = residentMiBOf(pid)
  return {
    perSecond: report.requests / report.seconds,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    ...(before === undefined || after === undefined
      ? {}
      : { cpuUs: ((after - before) * 1_000) / report.requests }),
    ...(residentMiB === undefined ? {} : { residentMiB }),
    loadShare: report.loadShare,
  }
}

/** A refusal is quick: a figure made of refusals would be a good one, of nothing. */
export function requireReplies({ requests, statuses, errors }: LoadReport, expect: string): void {
  const others = Object.entries(statuses).filter(([status]) => status !== expect)
  if (requests > 0 && others.length === 0 && errors === 0) return
  const found = others.map(([status, count]) => `${count} times ${status}`)
  if (errors > 0) found.push(`${errors} times no reply`)
  throw new Error(
    `Not every reply was a ${expect}: ${found.length > 0 ? found.join(', ') : 'there was none'}.`,
  )
}
