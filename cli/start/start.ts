import type { DefaultHost } from '#runtime/database/default-urls.ts'
import { metricsHandler } from '#runtime/http/metrics-handler.ts'
import { createServerMetrics } from '#runtime/http/server-metrics.ts'
import type { Log } from '#runtime/log/log.ts'
import { type Metric, type MetricsReader, metricsReader, sumMetrics } from '#runtime/metrics/metrics.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { deploymentMetrics } from './deployment-metrics.ts'
import { findTraces } from './find-traces.ts'
import { bindAll, type Listeners, listenOnAll, openTls } from './listeners.ts'
import { requireConsole } from './open-console.ts'
import { openMail, requireMail, showMailbox } from './open-mail.ts'
import { closeServices, openServices } from './open-services.ts'
import { serveAll, serveAllRpc } from './serve.ts'
import type { StartOptions } from './start-options.ts'

/** The addresses of a start. An address is undefined if this process has no such listener. */
export interface ServiceAddresses {
  /** The host in the URLs that are shown to people, in place of the address that a port is bound to. */
  defaultHost: DefaultHost
  usersUrl: string | undefined
  authUrl: string | undefined
  /** A host and a port, such as `127.0.0.1:10000`. */
  usersGrpc: string | undefined
  authGrpc: string | undefined
  internalUrl: string | undefined
  /** The address of the admin console, if it has a listener of its own. */
  consoleUrl: string | undefined
  usersOpsUrl: string | undefined
  authOpsUrl: string | undefined
  /** The URL of the mailbox, with the key that opens it; undefined if a mail server is set. */
  mailboxUrl: string | undefined
  /** The file with the password of `admin` that the first start wrote; undefined if there were users already. */
  adminPasswordFile: string | undefined
}

/** The metrics of each service, in this process. */
export interface ServiceMetrics {
  users: readonly Metric[]
  auth: readonly Metric[]
  readers: { users: MetricsReader; auth: MetricsReader }
}

export interface Running extends ServiceAddresses {
  metrics: ServiceMetrics
  sweeps: { users: readonly Sweep[]; auth: readonly Sweep[] }
  stop(): Promise<void>
}

const usualDrainMs = 20_000

/**
 * Starts the services. Ports are bound first: if a port is in use, nothing has been changed yet, and the steps after that know
 * every address.
 */
export async function start(given: StartOptions): Promise<Running> {
  requireMail(given)
  requireConsole(given.settings)
  await using bound = new AsyncDisposableStack()
  const tls = await openTls(given, bound)
  const measured = {
    users: createServerMetrics(given.log.child({ service: 'users' })),
    auth: createServerMetrics(given.log.child({ service: 'auth' })),
  }
  const isWorker = given.worker !== undefined
  const listeners = await bindAll({ ...given, isWorker }, { bound, tls, metrics: measured })
  const options = { ...given, traces: given.traces ?? (await findTraces(given)) }
  bound.defer(() => options.traces?.stop())
  const mail = openMail(options)
  bound.defer(() => mail.mailer.stop())
  const services = await openServices(options, { listeners, tls, mailer: mail.mailer })
  bound.defer(() => closeServices(services))
  const shown = mail.mailbox && listeners.users && showMailbox(mail.mailbox, options.settings)
  await serveAll(options, listeners, { ...services, mailboxPages: shown?.pages }, measured)
  const ofDeployment = deploymentMetrics(options.settings, tls?.certificates)
  const metrics = serveMetrics(listeners, options.log, {
    users: [...ofDeployment, ...measured.users.all, ...(services.users?.metrics ?? [])],
    auth: [...ofDeployment, ...measured.auth.all, ...(services.auth?.metrics ?? [])],
  })
  const rpcServers = serveAllRpc(options, listeners, services, measured)
  await options.worker?.mayListen()
  await listenOnAll(listeners)
  const kept = bound.move()
  const { users, auth, internal, console, loopback, usersOps, authOps, usersRpc, authRpc } = listeners
  return {
    defaultHost: services.defaultHost,
    usersUrl: users?.url,
    authUrl: auth?.url,
    usersGrpc: usersRpc?.address,
    authGrpc: authRpc?.address,
    internalUrl: internal?.url,
    consoleUrl: console?.url,
    usersOpsUrl: usersOps?.url,
    authOpsUrl: authOps?.url,
    mailboxUrl: users && shown && `${users.url}${shown.path}`,
    adminPasswordFile: services.adminPasswordFile,
    metrics,
    sweeps: { users: services.users?.sweeps ?? [], auth: services.auth?.sweeps ?? [] },
    async stop() {
      const draining = [users, auth, internal, console, loopback, usersOps, authOps, ...rpcServers]
      await Promise.all(draining.map((one) => one?.drain(options.drainMs ?? usualDrainMs)))
      await kept.disposeAsync()
    },
  }
}

function serveMetrics(
  { usersOps, authOps }: Pick<Listeners, 'usersOps' | 'authOps'>,
  log: Log,
  metrics: Pick<ServiceMetrics, 'users' | 'auth'>,
): ServiceMetrics {
  const readers = { users: metricsReader(metrics.users, log), auth: metricsReader(metrics.auth, log) }
  usersOps?.serve(metricsHandler(async () => sumMetrics([await readers.users()]), log))
  authOps?.serve(metricsHandler(async () => sumMetrics([await readers.auth()]), log))
  return { ...metrics, readers }
}
