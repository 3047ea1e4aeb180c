import type { Metric } from '#runtime/metrics.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { findTraces } from './find-traces.ts'
import { bindAll, listenOnAll, openTls } from './listeners.ts'
import { openMail, requireMail, showMailbox } from './open-mail.ts'
import { openServices } from './open-services.ts'
import { serveAll, serveAllRpc } from './serve.ts'
import type { StartOptions } from './start-options.ts'

/** The addresses of a start. An address is undefined if this process has no such listener. */
export interface ServiceAddresses {
  usersUrl: string | undefined
  authUrl: string | undefined
  /** A host and a port, such as `127.0.0.1:10000`. */
  usersGrpc: string | undefined
  authGrpc: string | undefined
  internalUrl: string | undefined
  usersOpsUrl: string | undefined
  authOpsUrl: string | undefined
  /** The URL of the mailbox, with the key that opens it; undefined if a mail server is set. */
  mailboxUrl: string | undefined
  /** The file with the password of `admin` that the first start wrote; undefined if there were users already. */
  adminPasswordFile: string | undefined
}

export interface Running extends ServiceAddresses {
  metrics: { users: Metric[]; auth: Metric[] }
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
  await using bound = new AsyncDisposableStack()
  const tls = await openTls(given, bound)
  const listeners = await bindAll({ ...given, isWorker: given.worker !== undefined }, { bound, tls })
  const options = { ...given, traces: given.traces ?? (await findTraces(given)) }
  bound.defer(() => options.traces?.stop())
  const mail = openMail(options)
  bound.defer(() => mail.mailer.stop())
  const services = await openServices(options, { listeners, tls, mailer: mail.mailer })
  const shown = mail.mailbox && listeners.users && showMailbox(mail.mailbox, options.settings)
  await serveAll(options, listeners, { ...services, mailboxPages: shown?.pages })
  const rpcServers = await serveAllRpc(options, listeners, services)
  await options.worker?.mayListen()
  await listenOnAll(listeners)
  const kept = bound.move()
  const { users, auth, internal, loopback, usersOps, authOps, usersRpc, authRpc } = listeners
  return {
    usersUrl: users?.url,
    authUrl: auth?.url,
    usersGrpc: usersRpc?.address,
    authGrpc: authRpc?.address,
    internalUrl: internal?.url,
    usersOpsUrl: usersOps?.url,
    authOpsUrl: authOps?.url,
    mailboxUrl: users && shown && `${users.url}${shown.path}`,
    adminPasswordFile: services.adminPasswordFile,
    metrics: { users: services.users?.metrics ?? [], auth: services.auth?.metrics ?? [] },
    sweeps: { users: services.users?.sweeps ?? [], auth: services.auth?.sweeps ?? [] },
    async stop() {
      const draining = [users, auth, internal, loopback, usersOps, authOps, ...rpcServers]
      await Promise.all(draining.map((one) => one?.drain(options.drainMs ?? usualDrainMs)))
      await services.users?.stop()
      await services.auth?.stop()
      await kept.disposeAsync()
    },
  }
}
