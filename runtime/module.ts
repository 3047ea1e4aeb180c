import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import { watchClock } from './database/clock-skew.ts'
import type { Database, Sql } from './database/database.ts'
import { watchServers } from './database/old-primaries.ts'
import type { Log } from './log/log.ts'
import type { Loop } from './loop.ts'
import type { Metric } from './metrics/metrics.ts'
import type { Reporting } from './requests/report-failure.ts'
import type { Route } from './requests/route.ts'
import type { RpcService } from './rpc/rpc.ts'
import { type Sweep, type Sweeping, startSweeping, sweepMetric } from './sweep.ts'

/**
 * One feature of a service, with everything that the service must do for it. A service is a list of modules,
 * so that no feature is left out when a user is deleted, rows expire, or the master key changes.
 */
export interface Module {
  routes?: readonly Route[]
  /** Loads the rpcs that the module answers by gRPC. They are served after HTTP, because loading them takes long. */
  rpcs?(): Promise<readonly RpcService[]>
  /** Adds pages for people to the HTTP server. Pages are not endpoints of the contract. */
  pages?: ((app: FastifyInstance, server: PageServer) => void) | undefined
  metrics?: readonly Metric[]
  sweeps?: readonly Sweep[]
  /**
   * Starts the work in the background. Called once, when all modules are open and have encrypted their secrets with the current
   * master key.
   */
  start?(): readonly Loop[]
  /**
   * Removes the data that the module keeps of a deleted user. Called in the transaction of the deletion; `at`
   * is in epoch milliseconds.
   */
  forgetUser?(tx: Sql, id: string, at: number): Promise<void>
  /**
   * Encrypts secrets with the current master key, which is the first in the setting, if they are encrypted with another one.
   * Called at each start, before any request is served.
   */
  reseal?(): Promise<void>
  /** Ends the streams that clients follow. Called before the background work stops. */
  stop?(): Promise<void>
}

/** The server that pages are added to. */
interface PageServer extends Reporting {
  /** True for the port of the admin console. No other website sends people to the pages of this port, for example to sign in. */
  isForConsole?: boolean
}

export interface RunningModules {
  routes: Route[]
  /** Loads the gRPC services. */
  rpcs(): Promise<RpcService[]>
  pages(app: FastifyInstance, server: PageServer): void
  metrics: Metric[]
  sweeps: readonly Sweep[]
  stop(): Promise<void>
}

/**
 * Starts the background work of one service's modules, and gathers their routes, rpcs, metrics and sweeps.
 */
export async function startModules(
  modules: readonly Module[],
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
): Promise<RunningModules> {
  for (const { reseal } of modules) await reseal?.()
  const sweeping: Sweeping = { db, clock, log, sweeps: modules.flatMap(({ sweeps = [] }) => sweeps) }
  const loops = [...modules.flatMap(({ start }) => start?.() ?? []), startSweeping(sweeping)]
  if (db.clockSkew) loops.push(watchClock(db.clockSkew, { db, clock, log }))
  if (db.servers) loops.push(watchServers(db.servers, log))
  return {
    routes: modules.flatMap(({ routes = [] }) => routes),
    async rpcs() {
      const parts = await Promise.all(modules.map(({ rpcs }) => rpcs?.() ?? []))
      return mergeRpcs(parts.flat())
    },
    pages: (app, server) => {
      for (const { pages } of modules) pages?.(app, server)
    },
    metrics: [sweepMetric(sweeping), ...modules.flatMap(({ metrics = [] }) => metrics)],
    sweeps: sweeping.sweeps,
    async stop() {
      for (const { stop } of modules) await stop?.()
      // All loops are stopped at the same time. Otherwise a loop that still runs would claim deliveries for work that has
      // been stopped already.
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Merges the parts of a gRPC service when several modules answer its rpcs. */
function mergeRpcs(parts: readonly RpcService[]): RpcService[] {
  const services = new Map<string, RpcService>()
  for (const part of parts) {
    const before = services.get(part.name)
    services.set(part.name, { ...part, rpcs: { ...before?.rpcs, ...part.rpcs } })
  }
  return [...services.values()]
}

/** Removes the data that all modules keep of a deleted user, in the transaction of the deletion. */
export async function forgetInAll(
  modules: readonly Module[],
  tx: Sql,
  user: { id: string; at: number },
): Promise<void> {
  for (const { forgetUser } of modules) await forgetUser?.(tx, user.id, user.at)
}
