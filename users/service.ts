import { hkdfSync, type KeyObject } from 'node:crypto'
import type { Caller } from '#contract/declaration/endpoint.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import type { Clock } from '#runtime/clock.ts'
import { sharedClock } from '#runtime/database/clock-skew.ts'
import type { DatabaseOptions } from '#runtime/database/database-options.ts'
import { type DefaultHost, findDefaultHost } from '#runtime/database/default-urls.ts'
import { logAfterCommit } from '#runtime/database/log-after-commit.ts'
import {
  checkDatabase,
  closingOnFailure,
  databaseMetrics,
  openMigrated,
} from '#runtime/database/open-database.ts'
import { retryForever } from '#runtime/events/outbox.ts'
import type { Log } from '#runtime/log/log.ts'
import type { Within } from '#runtime/log/open-span.ts'
import type { Mailer } from '#runtime/mail/mail.ts'
import { forgetInAll, type Module, type RunningModules, startModules } from '#runtime/module.ts'
import { fingerprintKeyOf } from '#runtime/requests/idempotency.ts'
import type { Route } from '#runtime/requests/route.ts'
import { checkReadiness, healthRoutes } from '#runtime/server/health.ts'
import { watchPeer } from '#runtime/server/watch-peer.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import type { Fetch } from '#sdk/send-request.ts'
import { openApiKeys } from './api-keys/index.ts'
import { openBranding } from './branding/index.ts'
import type { ForgetInFeatures } from './core/forget-user.ts'
import { type SessionDirectory, sessionDirectory, sessionEndSink } from './core/session-directory.ts'
import { type KnownUser, toKnownUser } from './core/user.ts'
import { findUser } from './core/user-store.ts'
import type { FixedMailBrand, UserPolicy, Users } from './core/users.ts'
import { openCredentials } from './credentials/index.ts'
import { findLoginUser, openDirectory } from './directory/index.ts'
import { type NatsOptions, openEvents } from './events/index.ts'
import { openFactors } from './factors/index.ts'
import { type LegacyLoginOptions, openImport, openImportAtSignIn } from './import/index.ts'
import { openMessages } from './messages/index.ts'
import { openOperations } from './operations/index.ts'
import { createPasswordHasher, type PasswordHashing } from './passwords/index.ts'
import { openSetup } from './setup/index.ts'
import { openSignUp } from './sign-up/index.ts'
import { openWebhooks, queueForWebhooks } from './webhooks/index.ts'

export interface UserServiceOptions {
  databaseUrl: string
  database: DatabaseOptions
  /** The URL at which the authentication service serves its /internal routes. */
  authUrl: string
  serviceToken: string
  /** Checks a token without the network, when both services run in one process. */
  checkToken?: SessionDirectory['checkToken'] | undefined
  /** The timeout of requests to the authentication service. */
  peerTimeoutMs?: number | undefined
  /** The `fetch` for requests to the authentication service when that requires a client certificate. */
  peerFetch?: Fetch | undefined
  masterKeys: readonly Buffer[]
  /** The base URL of links in mails. A function gets the default host that the database has stored. */
  publicUrl: string | ((host: DefaultHost) => string)
  /** What the environment sets of the appearance of mails; nothing if absent. */
  mailBrand?: FixedMailBrand | undefined
  policy: UserPolicy
  mailer: Mailer
  /** The NATS servers that every event is also published to. */
  nats?: NatsOptions | undefined
  passwordHashing?: PasswordHashing
  /** The function that records each attempt to deliver to a webhook as a trace; undefined when traces are off. */
  within?: Within | undefined
  /** The site that passkeys belong to; undefined without passkeys. */
  relyingParty?: RelyingParty | undefined
  /** The keys of the challenges of passkeys, which both services know. */
  challengeKeys?: readonly KeyObject[] | undefined
  /** The old system that is asked about logins that this service refuses. */
  legacyLogin?: LegacyLoginOptions | undefined
  /** The facts about the installation that admins can read; without them, they are not served. */
  facts?: SystemFacts | undefined
  clock: Clock
  log: Log
}

export interface UserService extends RunningModules {
  users: Users
  /** The host in URLs that no setting names. A process without the authentication service reads it here. */
  defaultHost: DefaultHost
  health: Route[]
  isHealthy(): Promise<boolean>
  /** Closes the database. Before, `stop` ends the background work of both services, which call each other. */
  close(): Promise<void>
  authenticate(token: string): Caller | Promise<Caller>
  /** The look-ups of single users, for an authentication service in the same process. */
  lookups: {
    findUser(id: string): Promise<KnownUser | undefined>
    findLoginUser(name: string): Promise<string | undefined>
  }
}

export const userMigrations = new URL('migrations/', import.meta.url)

export const checkUserDatabase = (url: string, statementMs: number): Promise<void> =>
  checkDatabase(url, userMigrations, statementMs)

export async function openUserService(options: UserServiceOptions): Promise<UserService> {
  const peer = authService(options)
  const users = await openUsers(options, peer)
  const { modules, operations } = openModules(users, options, peer)
  const watched = watchPeer('auth_service', options.checkToken ? undefined : peer.answers, users)
  const defaultHost = await closingOnFailure(users.db, findDefaultHost(users.db))
  const running = await closingOnFailure(users.db, startModules([...modules, watched], users))
  const readiness = { db: users.db, peer: watched }
  return {
    ...running,
    users,
    defaultHost,
    health: healthRoutes(readiness),
    isHealthy: async () => (await checkReadiness(readiness)).isReady,
    metrics: [...running.metrics, ...databaseMetrics(users.db)],
    authenticate: operations.authenticate,
    lookups: {
      async findUser(id) {
        const user = await findUser(users.db, id.toLowerCase())
        return user && toKnownUser(user)
      },
      findLoginUser: (name) => findLoginUser(users, name),
    },
    close: () => users.db.close(),
  }
}

function openModules(users: Users, options: UserServiceOptions, peer: Pick<SessionDirectory, 'checkToken'>) {
  const apiKeys = openApiKeys(users)
  const factors = openFactors(users, options)
  const credentials = openCredentials(users, {
    importAtSignIn: options.legacyLogin && openImportAtSignIn(users, options.legacyLogin),
  })
  const operations = openOperations(users, {
    facts: options.facts,
    checkToken: options.checkToken ?? peer.checkToken,
    validateApiKey: apiKeys.validate,
  })
  const forgetInFeatures: ForgetInFeatures = (tx, user) => forgetInAll(modules, tx, user)
  const modules: Module[] = [
    openDirectory({ ...users, forgetInFeatures }),
    openSignUp(users, forgetInFeatures),
    openImport(users),
    factors,
    credentials,
    openMessages(users, options),
    openEvents(users, {
      nats: options.nats,
      onNumbered: (tx, numbered) => queueForWebhooks(tx, numbered, users.clock.now()),
    }),
    openBranding(users),
    openSetup(users, options),
    openWebhooks({ ...users, within: options.within }, { connections: options.database.connections }),
    apiKeys,
    operations,
  ]
  return { modules, operations }
}

/**
 * Opens the routes of the user service for a command of the CLI, which calls them without HTTP. No background work is started:
 * what a route queues, such as a mail, waits for a running service.
 */
export async function openUserRoutes(
  options: Omit<UserServiceOptions, 'mailer'>,
): Promise<{ routes: Route[]; close(): Promise<void> }> {
  const peer = authService(options)
  const users = await openUsers(options, peer)
  const mailer: Mailer = {
    server: undefined,
    send: () => Promise.reject(new Error('A command sends no mail.')),
    stop: async () => {},
  }
  const { modules } = openModules(users, { ...options, legacyLogin: undefined, mailer }, peer)
  return {
    routes: modules.flatMap(({ routes = [] }) => routes),
    async close() {
      for (const { stop } of modules) await stop?.()
      await users.db.close()
    },
  }
}

const authService = (options: Omit<UserServiceOptions, 'mailer'>): SessionDirectory =>
  sessionDirectory({
    baseUrl: options.authUrl,
    bearer: options.serviceToken,
    fetch: options.peerFetch,
    timeoutMs: options.peerTimeoutMs,
  })

/**
 * Opens the database and the context of the user service for a command of the CLI. No background work, such as sending mail, is
 * started.
 */
export async function openUsers(
  options: Omit<UserServiceOptions, 'mailer'>,
  peer: Pick<SessionDirectory, 'endSessions'> = authService(options),
): Promise<Users> {
  const log = options.log.child({ service: 'users' })
  const opened = await openMigrated(options.databaseUrl, userMigrations, {
    ...options.database,
    clock: options.clock,
  })
  const clock = sharedClock(options.clock, opened)
  const db = logAfterCommit(opened, log)
  const host = await closingOnFailure(db, findDefaultHost(db))
  const publicUrl = typeof options.publicUrl === 'string' ? options.publicUrl : options.publicUrl(host)
  return {
    db,
    clock,
    log,
    outbox: {
      db,
      clock,
      log,
      sink: sessionEndSink,
      retry: retryForever,
      deliver: ({ payload }) => peer.endSessions(payload),
    },
    passwords: createPasswordHasher({
      ...options.passwordHashing,
      decoyKey: Buffer.from(hkdfSync('sha256', options.serviceToken, '', 'latchkey decoys', 32)),
    }),
    secrets: {
      masterKeys: options.masterKeys,
      fingerprintKey: fingerprintKeyOf(options.serviceToken),
    },
    mail: { publicUrl, brand: options.mailBrand ?? { showsLogo: false }, withheld: new Map() },
    policy: options.policy,
  }
}
