import type { AuthService } from '#auth/service.ts'
import { services as contracts } from '#contract/system/health.ts'
import type { Listener } from '#runtime/http/listener.ts'
import type { ServerMetrics } from '#runtime/http/server-metrics.ts'
import { lazily } from '#runtime/lazily.ts'
import { isLoopback } from '#runtime/network.ts'
import { packageVersion } from '#runtime/package-version.ts'
import type { Route } from '#runtime/requests/route.ts'
import type { RpcService } from '#runtime/rpc/rpc.ts'
import type { RpcServer } from '#runtime/rpc/server.ts'
import { serveWhenConnected } from '#runtime/rpc/when-connected.ts'
import { type HttpOptions, serveHttp } from '#runtime/server/server.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import type { Listeners } from './listeners.ts'
import type { OpenedConsole } from './open-console.ts'
import type { Services } from './open-services.ts'
import { peerUrl } from './peer-url.ts'
import type { StartOptions } from './start-options.ts'

const loadGreeter = lazily(() => import('#greeter/rpc.ts'))
const loadRpcServer = lazily(() => import('#runtime/rpc/server.ts'))

const isInternal = ({ endpoint }: Route): boolean => endpoint.access === 'service'

export async function serveAll(
  options: StartOptions,
  listeners: Listeners,
  services: Services & { mailboxPages: HttpOptions['pages'] },
  metrics: Record<'users' | 'auth', ServerMetrics>,
): Promise<void> {
  const { users, auth, mailboxPages } = services
  // A console with a port of its own is not served on any other port.
  const console = listeners.console ? undefined : services.console
  const common = {
    serviceTokens: services.serviceTokens,
    trustedProxies: options.settings.trustedProxies,
    traces: options.traces,
    log: options.log,
    countChange: services.countChange,
    admissionMs: options.admissionMs,
    version: packageVersion(),
    otherService: users && auth ? undefined : peerUrl(options.settings, users ? 'auth' : 'users'),
    hasAccountPages: auth !== undefined && options.settings.pages === 'on',
    hasConsole: console !== undefined,
    findHome: console?.findHome,
  }
  const userRoutes = users?.routes ?? []
  const authRoutes = auth?.routes ?? []
  const exposed = (routes: Route[]) =>
    listeners.internal ? routes.filter((route) => !isInternal(route)) : routes

  if (listeners.users && users) {
    // The port of the user service also serves the routes of the authentication service, so that an application needs one origin
    // only.
    const routes = [
      ...exposed(userRoutes),
      ...authRoutes.filter((route) => !isInternal(route)),
      ...users.health,
    ]
    const { authenticate } = users
    const rpcServices = async () => [
      ...(await users.rpcs()),
      ...((await auth?.rpcs()) ?? []),
      ...(await greeterServices(options.settings)),
    ]
    const pages: HttpOptions['pages'] = (app, reporting) => {
      mailboxPages?.(app, reporting)
      auth?.pages?.(app, reporting)
      console?.pages(app, reporting)
    }
    const named = auth ? { ...contracts.users, title: 'Latchkey' } : contracts.users
    await serveHttp(listeners.users, {
      ...common,
      ...metrics.users,
      ...named,
      authenticate,
      routes,
      rpcServices,
      pages,
      mount: auth?.mount,
    })
  }
  if (listeners.auth && auth) {
    const routes = [...exposed(authRoutes), ...auth.health]
    const { authenticate, rpcs: rpcServices, mount } = auth
    const pages: HttpOptions['pages'] = (app, reporting) => {
      auth.pages(app, reporting)
      console?.pages(app, reporting)
    }
    await serveHttp(listeners.auth, {
      ...common,
      ...metrics.auth,
      ...contracts.auth,
      authenticate,
      routes,
      rpcServices,
      pages,
      mount,
    })
  }
  if (auth && services.console)
    await serveConsole(listeners.console, {
      auth,
      console: services.console,
      common,
      measured: metrics.auth,
    })
  for (const listener of [listeners.internal, listeners.loopback]) {
    if (!listener) continue
    const routes = [...userRoutes, ...authRoutes].filter(isInternal)
    const measured = users ? metrics.users : metrics.auth
    await serveHttp(listener, { ...common, ...measured, title: 'Latchkey internal routes', routes })
  }
}

/**
 * Serves gRPC. The gRPC library and the rpcs are loaded with the first connection to one of the ports, because most deployments
 * never use them, and loaded they are a tenth of the idle memory.
 */
export function serveAllRpc(
  options: StartOptions,
  { usersRpc, authRpc }: Listeners,
  { users, auth, ...shared }: Services,
  metrics: Record<'users' | 'auth', ServerMetrics>,
): RpcServer[] {
  const { settings } = options
  const others = async () => greeterServices(settings)
  const servers: RpcServer[] = []
  for (const [listener, service, measured, more] of [
    [usersRpc, users, metrics.users, others],
    [authRpc, auth, metrics.auth, async () => []],
  ] as const) {
    if (!listener || !service) continue
    const serve = async () => {
      const { serveRpc } = await loadRpcServer()
      const { authenticate, routes, isHealthy } = service
      const { serviceTokens, countChange } = shared
      const { admissionMs, traces, log } = options
      return serveRpc(listener, {
        authenticate,
        routes,
        isHealthy,
        serviceTokens,
        countChange,
        admissionMs,
        traces,
        log,
        services: [...(await service.rpcs()), ...(await more())],
        trustedProxies: settings.trustedProxies,
        calls: measured.calls,
        refusals: measured.refusals,
      })
    }
    servers.push(serveWhenConnected(listener, serve, options.log))
  }
  return servers
}

/** Returns the greeter if it is on. It needs no credential, so on a public address only a setting turns it on. */
async function greeterServices({ greeter, host }: AllSettings): Promise<RpcService[]> {
  const isOn = greeter === 'on' || (greeter === 'auto' && isLoopback(host))
  return isOn ? [(await loadGreeter()).greeterRpcs] : []
}

/** Serves the admin console on the listener of its own, if it has one, with the pages on which admins sign in to it. */
async function serveConsole(
  listener: Listener | undefined,
  {
    auth,
    console,
    common,
    measured,
  }: {
    auth: AuthService
    console: OpenedConsole
    common: Omit<HttpOptions, 'title' | 'routes'>
    measured: ServerMetrics
  },
): Promise<void> {
  if (!listener) return
  await serveHttp(listener, {
    ...common,
    ...measured,
    title: 'Latchkey console',
    routes: auth.health,
    findHome: async () => 'console',
    pages: (app, reporting) => {
      auth.pages(app, { ...reporting, isForConsole: true })
      console.pages(app, reporting)
    },
  })
}
