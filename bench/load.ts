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

/** What the script `loads/http.ts` reads. */
export interface HttpLoad {
  /** With several they go round the connections. */
  url: string | string[]
  connections: number
  /** They go round the connections; each of those sends its own in turn, again and again. */
  requests: HttpRequest[]
  /** As long as this, each request once, or so many in all: the same work however slow the machine is. */
  seconds: number | 'each once' | { requests: number }
  expect: number
  /** What the body of every reply has in it: some say with their body that they refuse. */
  holding?: string
  /** The field of a reply that is the body of the next request on that connection: each refresh token is good once. */
  carry?: string
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
  /** Replies without what their bodies must hold. */
  lacking?: number
  /** Processor time that the script itself took, in its share of one core. */
  loadShare: number
}

/** What the script `loads/grpc.ts` reads. */
export interface GrpcLoad {
  address: string
  token: string
  seconds: number
}

/** The processes that are loaded. */
type Servers = readonly { pid: number }[]

export const httpLoad = (servers: Servers, load: HttpLoad): Promise<Sample> =>
  underLoad(servers, () => runScript<HttpLoad, LoadReport>('loads/http.ts', load), `${load.expect}`)

export const grpcLoad = (servers: Servers, load: GrpcLoad): Promise<Sample> =>
  underLoad(servers, () => runScript<GrpcLoad, LoadReport>('loads/grpc.ts', load), 'OK')

/** What the load saw, and what it took of the servers together. */
async function underLoad(servers: Servers, load: () => Promise<LoadReport>, expect: string): Promise<Sample> {
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

/** Until they do nothing: what the load left under way would be done at the cost of whoever is next. */
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

/** A refusal is quick: a figure made of refusals would be a good one, of nothing. */
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
