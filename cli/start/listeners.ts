import { readersOfRefusals } from '#auth/oidc/core/script-paths.ts'
import { type Certificates, openCertificates } from '#runtime/http/certificates.ts'
import type { ConnectionOptions } from '#runtime/http/connections.ts'
import { type Address, bind, type Listener, type ServerTls } from '#runtime/http/listener.ts'
import { proxyMatcher } from '#runtime/http/proxy.ts'
import type { ServerMetrics } from '#runtime/http/server-metrics.ts'
import type { Log } from '#runtime/log/log.ts'
import { isLoopback } from '#runtime/network.ts'
import { bindRpc, type RpcListener } from '#runtime/rpc/listener.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type AllSettings, allSettings } from '../settings/all-settings.ts'
import { certificateFiles } from './tls-settings.ts'

export interface Listeners {
  users: Listener | undefined
  auth: Listener | undefined
  internal: Listener | undefined
  /** The listener of the admin console, if it has one of its own. */
  console: Listener | undefined
  /**
   * The listener on which the two services of one process call each other, if the other listeners use TLS or
   * are shared with other processes.
   */
  loopback: Listener | undefined
  usersOps: Listener | undefined
  authOps: Listener | undefined
  usersRpc: RpcListener | undefined
  authRpc: RpcListener | undefined
}

export interface Tls {
  certificates: Certificates
  /** TLS settings: `inside` is for the listener of internal routes, `outside` for the listeners that clients use. */
  inside: ServerTls
  outside: ServerTls
}

export async function openTls(
  { settings, log }: { settings: AllSettings; log: Log },
  bound: AsyncDisposableStack,
): Promise<Tls | undefined> {
  const files = certificateFiles(settings)
  if (!files) return undefined
  const certificates = await openCertificates(files, log)
  bound.defer(() => certificates.stop())
  const mutual = files.clientCa !== undefined
  return {
    certificates,
    inside: { certificates, mutual },
    outside: { certificates, mutual: mutual && settings.tlsClientCerts === 'all' },
  }
}

/**
 * Binds all ports. A worker shares the ports with the other workers, but leaves the ports for metrics to the
 * process that started it.
 * @throws {StartFault} with a line for each port that cannot be bound, so that one more start suffices
 */
export async function bindAll(
  {
    settings,
    services,
    log,
    isWorker = false,
  }: { settings: AllSettings; services: 'both' | 'users' | 'auth'; log: Log; isWorker?: boolean },
  {
    bound,
    tls,
    metrics,
  }: { bound: AsyncDisposableStack; tls: Tls | undefined; metrics?: Record<'users' | 'auth', ServerMetrics> },
): Promise<Listeners> {
  const { host, browserOrigins } = settings
  const { inside, outside } = tls ?? {}
  const connections = connectionOptions(settings, log)
  const hasUsers = services !== 'auth'
  const hasAuth = services !== 'users'
  // The internal routes of both services are counted in the metrics of one of them.
  const ofInternal = hasUsers ? metrics?.users : metrics?.auth
  const faults: string[] = []
  /** The first setting with each port. Port 0 means any free port, so several settings may have it. */
  const settingOf = new Map<number, string>()
  async function open<L extends { close(): Promise<void> }>(
    bindOne: (at: Address) => Promise<L>,
    of: PortSetting | 0,
    { isWanted, ...at }: { isWanted: boolean } & Partial<Address>,
  ): Promise<L | undefined> {
    const port = of === 0 ? 0 : settings[of]
    if (port === undefined || !isWanted) return undefined
    const setting = of === 0 ? undefined : allSettings[of].name
    const holder = settingOf.get(port)
    if (holder !== undefined) {
      faults.push(`${holder} and ${setting} are both ${port}: each needs its own port.`)
      return undefined
    }
    if (port !== 0 && setting !== undefined) settingOf.set(port, setting)
    try {
      const listener = await bindOne({ host, isShared: isWorker, connections, setting, ...at, port })
      bound.defer(() => listener.close())
      return listener
    } catch (error) {
      if (!(error instanceof StartFault)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const outsideOf = (isWanted: boolean) => ({
    isWanted,
    tls: outside,
    browserOrigins,
    // The port of the user service answers for both services where both are in this process.
    ...(hasAuth && { refusalReaders: readersOfRefusals }),
  })
  const listeners: Listeners = {
    users: await open(bind, 'usersPort', { ...outsideOf(hasUsers), metrics: metrics?.users }),
    auth: await open(bind, 'authPort', { ...outsideOf(hasAuth), metrics: metrics?.auth }),
    internal: await open(bind, 'internalPort', { isWanted: true, tls: inside, metrics: ofInternal }),
    console: await open(bind, 'consolePort', { isWanted: hasAuth, tls: outside, metrics: metrics?.auth }),
    // With TLS, the certificate is for a public name that may not lead to this process. A port that is shared with other workers
    // may lead to one of them, also while this process finishes its last requests and its services still call each other.
    loopback: await open(bind, 0, {
      isWanted: (outside !== undefined || isWorker) && hasUsers && hasAuth,
      host: '127.0.0.1',
      isShared: false,
      metrics: ofInternal,
    }),
    usersOps: await open(bind, 'usersOpsPort', { isWanted: hasUsers && !isWorker }),
    authOps: await open(bind, 'authOpsPort', { isWanted: hasAuth && !isWorker }),
    usersRpc: await open(bindRpc, 'usersGrpcPort', { isWanted: hasUsers, tls: outside }),
    authRpc: await open(bindRpc, 'authGrpcPort', { isWanted: hasAuth, tls: outside }),
  }
  if (faults.length > 0) throw new StartFault(faults)
  return listeners
}

/** The settings that are ports. */
type PortSetting =
  | ('usersPort' | 'usersGrpcPort' | 'usersOpsPort')
  | ('authPort' | 'authGrpcPort' | 'authOpsPort')
  | ('internalPort' | 'consolePort')

/**
 * Returns the limits on connections. Connections of proxies and of this machine are exempt from the limit for one network,
 * because each of them serves many people.
 */
function connectionOptions({ trustedProxies }: AllSettings, log: Log): ConnectionOptions {
  const isProxy = proxyMatcher(trustedProxies)
  let quietUntil = 0
  return {
    isUncounted: (address) => isLoopback(address) || isProxy(address),
    onBound(bound) {
      if (performance.now() < quietUntil) return
      quietUntil = performance.now() + 60_000
      const all = 'all connections of a port are in use, closed one'
      const network = 'network reached its limit of connections, closed one'
      log.warn(bound === 'all' ? all : network)
    },
  }
}

export async function listenOnAll(listeners: Listeners): Promise<void> {
  const all: (Listener | RpcListener | undefined)[] = Object.values(listeners)
  await Promise.all(all.map((listener) => listener?.listen()))
}
