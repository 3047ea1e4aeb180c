import { availableParallelism } from 'node:os'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { announce, openLog } from '../start/announce.ts'
import type { SettingOrigins } from '../start/console/settings-in-force.ts'
import { bindAll, type Listeners, openTls } from '../start/listeners.ts'
import { forkWorker, WorkerEnded } from '../workers/fork-worker.ts'
import { keepWorkers, type WorkerSlot } from '../workers/keep-workers.ts'
import { serveMetrics } from '../workers/serve-metrics.ts'

type Services = 'both' | 'users' | 'auth'

/**
 * Starts the worker processes and keeps them running. The calling process checks that the ports are free, and then serves nothing
 * but metrics.
 */
export async function startWorkersCommand(
  settings: AllSettings,
  services: Services,
  origins: SettingOrigins,
): Promise<void> {
  requireShareable(settings, services)
  const log = await openLog(settings.logLevel)
  await using bound = new AsyncDisposableStack()
  const tls = await openTls({ settings, log }, bound)
  // These listeners do not share their ports, so that the start is refused if any other process has a port, also another
  // `latchkey start` with workers.
  const listeners = await bindAll({ settings, services, log }, { bound, tls })
  const share = shareOf(settings, listeners)
  const fork = (number: number) => forkWorker({ ...share, origins, services, number })
  const slots: WorkerSlot[] = []
  try {
    // The first worker starts alone, so that an error in the settings is printed only once, and secrets and databases are made
    // only once.
    const first = fork(1)
    slots.push({ number: 1, worker: first, isReady: true })
    await first.prepared
    await leaveToWorkers(listeners)
    await tls?.certificates.stop()
    const served = await first.serve()
    for (let number = 2; number <= settings.workers; number++)
      slots.push({ number, worker: fork(number), isReady: true })
    await Promise.all(slots.slice(1).map(({ worker }) => worker.serve()))
    const workers = keepWorkers(slots, { fork, log })
    serveMetrics(listeners, { workers, log })
    announce(settings, { ...addressesOf(listeners), ...served, adminPasswordFile: undefined }, log)
    bound.move()
  } catch (error) {
    for (const { worker } of slots) worker.kill()
    throw error instanceof WorkerEnded ? toStartFault(error) : error
  }
}

/** The platforms on which `reusePort` distributes connections. On others it is an error, or one process gets all of them. */
const sharingPlatforms: NodeJS.Platform[] = ['linux', 'freebsd', 'sunos', 'aix']

function requireShareable(settings: AllSettings, services: Services): void {
  const faults: string[] = []
  if (!sharingPlatforms.includes(process.platform))
    faults.push(
      `LATCHKEY_WORKERS needs a system where processes can share a port, such as Linux, not ${process.platform}.`,
    )
  const { users, auth } = databaseUrls(settings)
  const used = [...(services === 'auth' ? [] : [users]), ...(services === 'users' ? [] : [auth])]
  if (used.some((url) => sqlitePath(url) !== undefined))
    faults.push(
      'LATCHKEY_WORKERS needs PostgreSQL, because only one process can write to an embedded database. Set LATCHKEY_USERS_DATABASE and LATCHKEY_AUTH_DATABASE to postgres://…, or use one worker, which hashes passwords on all cores.',
    )
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
}

/**
 * Returns the settings of a worker: the ports that were bound, and its share of the connections and hashes
 * that all workers together may use.
 */
function shareOf(settings: AllSettings, { users, auth, internal, console, usersRpc, authRpc }: Listeners) {
  const { workers, databaseConnections, usersPort, authPort, usersGrpcPort, authGrpcPort } = settings
  return {
    settings: {
      ...settings,
      usersPort: users?.port ?? usersPort,
      authPort: auth?.port ?? authPort,
      internalPort: internal?.port,
      consolePort: console?.port,
      usersGrpcPort: usersRpc?.port ?? usersGrpcPort,
      authGrpcPort: authRpc?.port ?? authGrpcPort,
      databaseConnections: Math.ceil(databaseConnections / workers),
    },
    maxConcurrentHashes: Math.max(1, Math.floor(availableParallelism() / workers)),
  }
}

/**
 * Closes all listeners but those for metrics, so that the workers can open them. From then on another program could take a port
 * before the workers listen.
 */
async function leaveToWorkers({ usersOps, authOps, ...shared }: Listeners): Promise<void> {
  const all: ({ close(): Promise<void> } | undefined)[] = Object.values(shared)
  await Promise.all(all.map((listener) => listener?.close()))
}

const addressesOf = (listeners: Listeners) => ({
  usersUrl: listeners.users?.url,
  authUrl: listeners.auth?.url,
  usersGrpc: listeners.usersRpc?.address,
  authGrpc: listeners.authRpc?.address,
  internalUrl: listeners.internal?.url,
  consoleUrl: listeners.console?.url,
  usersOpsUrl: listeners.usersOps?.url,
  authOpsUrl: listeners.authOps?.url,
})

/**
 * Returns the fault of a worker that ended. A worker that ended with an exit code has printed the reason
 * itself; a worker that was ended by a signal had no time to.
 */
const toStartFault = (error: WorkerEnded): StartFault =>
  typeof error.by === 'number'
    ? new StartFault([], { cause: error, exitCode: error.by || 1 })
    : new StartFault([`${error.message}.`], { cause: error })
