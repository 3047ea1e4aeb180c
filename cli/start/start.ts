import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthService, checkAuthDatabase, openAuthService } from '#auth/service.ts'
import { services as contracts } from '#contract/health.ts'
import { greeterRpcs } from '#greeter/rpc.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { DatabaseOptions } from '#runtime/database/open-database.ts'
import { peerFetch } from '#runtime/http/peer-fetch.ts'
import { type HttpOptions, serveHttp } from '#runtime/http/server.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Log } from '#runtime/log.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { type Metric, metricsHandler, registryOf } from '#runtime/metrics.ts'
import { isLoopback } from '#runtime/network.ts'
import type { Route } from '#runtime/route.ts'
import type { RpcServer } from '#runtime/rpc/server.ts'
import type { Sweep } from '#runtime/sweep.ts'
import type { PasswordCost } from '#users/credentials/password-hash.ts'
import { checkUserDatabase, openUserService, type UserService } from '#users/service.ts'
import { makeFirstAdmin } from '#users/sign-up/first-admin.ts'
import { userSweeps } from '#users/sweeps.ts'
import { type AllSettings, databaseUrls } from './all-settings.ts'
import { makeDataFolder } from './data-folder.ts'
import { bindAll, type Listeners, listenOnAll, openTls, type Tls } from './listeners.ts'
import { openMail, requireMail, showMailbox } from './open-mail.ts'
import { requireSharedSecrets, sharedSecrets } from './secrets.ts'

export interface StartOptions {
  settings: AllSettings
  /** Which of the services this process runs. */
  services: 'both' | 'users' | 'auth'
  log: Log
  clock?: Clock
  /** What happens when the disk fails; the process stops unless a test wants to see it happen. */
  onLostWrites?: (cause: unknown) => void
  /** Where this process is one of several that share the ports. */
  worker?: WorkerOptions
  /** How long a stop waits for what is under way. */
  drainMs?: number
  /** What a password hash costs; OWASP's floor unless a test has none to measure. */
  passwordCost?: PasswordCost
}

export interface WorkerOptions {
  /** Its share of the cores. */
  hashesAtOnce: number
  /** Asked when it is ready to serve: from then on it gets connections. */
  mayListen(): Promise<void>
}

/** Where it can be reached. */
export interface ServiceAddresses {
  usersUrl: string | undefined
  authUrl: string | undefined
  /** Where gRPC is answered: `127.0.0.1:10000`. */
  usersGrpc: string | undefined
  authGrpc: string | undefined
  internalUrl: string | undefined
  usersOpsUrl: string | undefined
  authOpsUrl: string | undefined
  /** Where mail is shown that no server was set for, with the key that opens it. */
  mailboxUrl: string | undefined
  /** Where the first start put the password of `admin`; undefined when there were users already. */
  adminPasswordFile: string | undefined
}

export interface Running extends ServiceAddresses {
  metrics: { users: Metric[]; auth: Metric[] }
  sweeps: { users: readonly Sweep[]; auth: readonly Sweep[] }
  stop(): Promise<void>
}

const usualDrainMs = 20_000
/** For those who have connected since the ports were bound to be answered by HTTP. */
const whoWaitsMs = 50

/** Ports first: when one is in use nothing has been changed yet, and every address is known from here on. */
export async function start(options: StartOptions): Promise<Running> {
  requireMail(options)
  await using bound = new AsyncDisposableStack()
  const tls = await openTls(options, bound)
  const listeners = await bindAll({ ...options, isWorker: options.worker !== undefined }, { bound, tls })
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
    sweeps: { users: userSweeps, auth: services.auth?.sweeps ?? [] },
    async stop() {
      const draining = [users, auth, internal, loopback, usersOps, authOps, ...rpcServers]
      await Promise.all(draining.map((one) => one?.drain(options.drainMs ?? usualDrainMs)))
      await services.users?.stop()
      await services.auth?.stop()
      await kept.disposeAsync()
    },
  }
}

interface Services {
  users: UserService | undefined
  auth: AuthService | undefined
  serviceTokens: string[]
  /** One for all ports: a user who is limited at one is at the others. */
  countChange(userId: string): void
  adminPasswordFile: string | undefined
}

async function openServices(
  options: StartOptions,
  { listeners, tls, mailer }: { listeners: Listeners; tls: Tls | undefined; mailer: Mailer },
): Promise<Services> {
  const { settings, services, log, clock = systemClock } = options
  const urls = databaseUrls(settings)
  // What could still refuse to start comes before whatever is made or changed.
  if (services !== 'both') requireSharedSecrets(options)
  makeDataFolder(settings.data)
  if (listeners.users) await checkUserDatabase(urls.users)
  if (listeners.auth) await checkAuthDatabase(urls.auth)
  const { serviceTokens, masterKeys } = sharedSecrets(options)
  const database: DatabaseOptions = {
    connections: settings.databaseConnections,
    statementMs: settings.databaseTimeoutMs,
    exclusive: true,
    onLostWrites: options.onLostWrites ?? ((cause) => stopAtOnce(log, cause)),
  }

  // What has to wait there for its turn is told so by the other service, and not by its silence.
  const peerTimeoutMs = settings.passwordWaitMs + 500

  let auth: AuthService | undefined
  // Nobody asks before both are open.
  const opened: { users?: UserService } = {}
  const usersHere = () => opened.users?.directory ?? notOpen()
  if (listeners.auth) {
    const { audience, accessTokenMs, idleMs, sessionMs, graceMs } = settings
    const issuer = settings.issuer ?? listeners.auth.url
    const usersUrl = listeners.users
      ? (listeners.loopback ?? listeners.internal ?? listeners.users).url
      : peerUrl(settings.usersUrl, { settings, port: settings.usersPort })
    auth = await openAuthService({
      usersHere: listeners.users && {
        checkCredentials: async (credentials) => usersHere().checkCredentials(credentials),
        findUser: async (id) => usersHere().findUser(id),
        findLoginUser: async (name) => usersHere().findLoginUser(name),
      },
      databaseUrl: urls.auth,
      database,
      usersUrl,
      peerTimeoutMs,
      serviceToken: serviceTokens[0] ?? '',
      peerFetch: peerFetch(tls?.certificates),
      masterKeys,
      keyPolicy: {
        algorithm: settings.signingAlgorithm,
        rotationMs: settings.keyRotationMs,
        publishMs: settings.keyPublishMs,
      },
      policy: { issuer, audience, accessTokenMs, idleMs, sessionMs, graceMs },
      pageLanguage: settings.pages === 'on' ? settings.language : undefined,
      clock,
      log,
    })
  }
  let users: UserService | undefined
  let adminPasswordFile: string | undefined
  if (listeners.users) {
    const authUrl = listeners.auth
      ? (listeners.loopback ?? listeners.internal ?? listeners.auth).url
      : peerUrl(settings.authUrl, { settings, port: settings.authPort })
    users = await openUserService({
      checkToken: auth?.checkToken,
      databaseUrl: urls.users,
      database,
      authUrl,
      serviceToken: serviceTokens[0] ?? '',
      peerFetch: peerFetch(tls?.certificates),
      masterKeys,
      publicUrl: settings.publicUrl ?? listeners.auth?.url ?? authUrl,
      language: settings.language,
      signup: settings.signup,
      signUpsPerMinute: settings.signUpsPerMinute,
      requiresVerifiedEmail: settings.requireVerifiedEmail === 'true',
      mailer,
      nats: settings.natsUrl && {
        servers: settings.natsUrl,
        subjectPrefix: settings.natsSubject,
        source: settings.issuer ?? listeners.auth?.url ?? authUrl,
      },
      webhookPrivateTargets: settings.webhookPrivateTargets,
      peerTimeoutMs,
      passwordHashing: {
        hashesAtOnce: options.worker?.hashesAtOnce,
        longestWaitMs: settings.passwordWaitMs,
        cost: options.passwordCost,
      },
      clock,
      log,
    })
    opened.users = users
    const passwordFile = join(settings.data, 'admin-password')
    // A database that several nodes share has an operator, who makes the first admin with `latchkey users create`.
    const isEmbedded = users.users.db.engine === 'sqlite'
    if (isEmbedded && (await makeFirstAdmin(users.users, { passwordFile }))) adminPasswordFile = passwordFile
  }
  return { users, auth, serviceTokens, countChange: changeCounter(clock), adminPasswordFile }
}

/** A write may not be on the disk although the system was told to put it there: nothing more may be promised. */
export function stopAtOnce(log: Log, cause: unknown, exitCode = 1): never {
  log.fatal(
    { err: cause },
    'a sync of the database failed: stopped, so that nothing is acknowledged that may be lost',
  )
  process.exit(exitCode)
}

/** The other service, where it runs elsewhere: on this machine unless a setting says otherwise. */
const peerUrl = (
  url: string | undefined,
  { settings, port }: { settings: AllSettings; port: number },
): string => url ?? `${settings.tlsCert === undefined ? 'http' : 'https'}://127.0.0.1:${port}`

const notOpen = (): never => {
  throw new Error('The user service is not open yet.')
}

const isInternal = ({ endpoint }: Route): boolean => endpoint.access === 'service'

async function serveAll(
  options: StartOptions,
  listeners: Listeners,
  services: Services & { mailboxPages: HttpOptions['pages'] },
): Promise<void> {
  const { users, auth, mailboxPages } = services
  const common = {
    serviceTokens: services.serviceTokens,
    trustedProxies: options.settings.trustedProxies,
    log: options.log,
    countChange: services.countChange,
  }
  const userRoutes = users?.routes ?? []
  const authRoutes = auth?.routes ?? []
  const exposed = (routes: Route[]) =>
    listeners.internal ? routes.filter((route) => !isInternal(route)) : routes

  if (listeners.users && users) {
    // One origin for those who want it: this port answers the authentication routes too.
    const routes = [
      ...exposed(userRoutes),
      ...authRoutes.filter((route) => !isInternal(route)),
      ...users.health,
    ]
    const { authenticate } = users
    const pages: HttpOptions['pages'] = (app) => {
      mailboxPages?.(app)
      auth?.pages?.(app)
    }
    await serveHttp(listeners.users, { ...common, ...contracts.users, authenticate, routes, pages })
  }
  if (listeners.auth && auth) {
    const routes = [...exposed(authRoutes), ...auth.health]
    const { authenticate, pages } = auth
    await serveHttp(listeners.auth, { ...common, ...contracts.auth, authenticate, routes, pages })
  }
  if (users) listeners.usersOps?.serve(metricsHandler(registryOf(users.metrics), options.log))
  if (auth) listeners.authOps?.serve(metricsHandler(registryOf(auth.metrics), options.log))
  for (const listener of [listeners.internal, listeners.loopback]) {
    if (!listener) continue
    const routes = [...userRoutes, ...authRoutes].filter(isInternal)
    await serveHttp(listener, { ...common, title: 'Latchkey internal routes', routes })
  }
}

/** After HTTP, whose first answers would wait for this library too: nothing else runs while it loads. */
async function serveAllRpc(
  { settings, log }: StartOptions,
  { usersRpc, authRpc }: Listeners,
  { users, auth, serviceTokens, countChange }: Services,
): Promise<RpcServer[]> {
  await sleep(whoWaitsMs)
  const { trustedProxies } = settings
  const { serveRpc } = await import('#runtime/rpc/server.ts')
  const servers: RpcServer[] = []
  for (const [listener, service, others] of [
    [usersRpc, users, hasGreeter(settings) ? [greeterRpcs] : []],
    [authRpc, auth, []],
  ] as const) {
    if (!listener || !service) continue
    const { authenticate, routes, rpcs, isHealthy } = service
    const services = [...rpcs, ...others]
    servers.push(
      serveRpc(listener, {
        authenticate,
        serviceTokens,
        countChange,
        services,
        routes,
        isHealthy,
        trustedProxies,
        log,
      }),
    )
  }
  return servers
}

/** It answers anyone, without a credential: a public address has it only where somebody wants it. */
const hasGreeter = ({ greeter, host }: AllSettings): boolean =>
  greeter === 'on' || (greeter === 'auto' && isLoopback(host))
