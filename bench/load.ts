import { setTimeout as sleep } from 'node:timers/promises'
import type { Sample } from './figures.ts'
import { runScript } from './own-process.ts'
import { cpuMsOf, machineBusy, residentMiBOf } from './process-figures.ts'

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: object
}

/** The input of the script `loads/http.ts`. */
export interface HttpLoad {
  /** The URL of the server. Several URLs are assigned to the connections in turn. */
  url: string | string[]
  connections: number
  /** The requests, which are distributed over the connections. Each connection repeats its own in order. */
  requests: HttpRequest[]
  /**
   * The length of the load: a number of seconds, each request once, or a total number of requests. The last
   * two are the same amount of work however slow the machine is.
   */
  seconds: number | 'each once' | { requests: number }
  expect: number
  /** A text that the body of every reply must contain, for servers that answer 200 when they refuse. */
  holding?: string
  /**
   * The field of a reply that becomes the body of the next request on the same connection. Refreshes need
   * this because each refresh token is valid once.
   */
  carry?: string
}

/** The output of a load generator script. */
export interface LoadReport {
  requests: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** The number of replies with each status. */
  statuses: Record<string, number>
  /** The number of requests without a reply. */
  errors: number
  /** The number of replies whose body does not contain the text in `holding`. */
  lacking?: number
  /** The processor time of the load generator itself, as a share of one core. */
  loadShare: number
}

/** The input of the script `loads/grpc.ts`. */
export interface GrpcLoad {
  address: string
  token: string
  seconds: number
}

/** The server processes that get the load. */
export type Servers = readonly { pid: number }[]

export const httpLoad = (servers: Servers, load: HttpLoad): Promise<Sample> =>
  underLoad(servers, () => runScript<HttpLoad, LoadReport>('loads/http.ts', load), `${load.expect}`)

export const grpcLoad = (servers: Servers, load: GrpcLoad): Promise<Sample> =>
  underLoad(servers, () => runScript<GrpcLoad, LoadReport>('loads/grpc.ts', load), 'OK')

/**
 * Runs a load, and returns what the load generator measured together with the processor time and memory of
 * the servers.
 */
export async function underLoad(
  servers: Servers,
  load: () => Promise<LoadReport>,
  expect: string,
): Promise<Sample> {
  const busy = machineBusy()
  const before = sumOf(servers, cpuMsOf)
  const report = await load()
  requireReplies(report, expect)
  const after = sumOf(servers, cpuMsOf)
  const residentMiB = sumOf(servers, residentMiBOf)
  const busyShare = busy()
  await rest(servers)
  return {
    perSecond: report.requests / report.seconds,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    ...(before === undefined || after === undefined
      ? {}
      : { cpuUs: ((after - before) * 1_000) / report.requests }),
    ...(residentMiB === undefined ? {} : { residentMiB }),
    loadShare: report.loadShare,
    machineBusy: busyShare,
  }
}

const restMs = 200
const longestRestMs = 10_000

/**
 * Waits until the servers are idle. Otherwise work that this load left behind would slow down the system that
 * is measured next.
 */
async function rest(servers: Servers): Promise<void> {
  for (let restedMs = 0; restedMs < longestRestMs; restedMs += restMs) {
    const before = sumOf(servers, cpuMsOf) ?? 0
    await sleep(restMs)
    if ((sumOf(servers, cpuMsOf) ?? 0) - before <= restMs / 10) return
  }
}

function sumOf(servers: Servers, figure: (pid: number) => number | undefined): number | undefined {
  const figures = servers.map(({ pid }) => figure(pid))
  return figures.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)
}

/**
 * Throws when a reply did not have the expected status or content. Refusals are fast, so a figure that
 * includes them would look too good.
 */
export function requireReplies(report: LoadReport, expect: string): void {
  const { requests, statuses, errors, lacking = 0 } = report
  const others = Object.entries(statuses).filter(([status]) => status !== expect)
  if (requests > 0 && others.length === 0 && errors === 0 && lacking === 0) return
  const found = others.map(([status, count]) => `${count} times ${status}`)
  if (lacking > 0) found.push(`${lacking} times one without what it must hold`)
  if (errors > 0) found.push(`${errors} times no reply`)
  throw new Error(
    `Not every reply was a ${expect}: ${found.length > 0 ? found.join(', ') : 'there was none'}.`,
  )
}
