import type { KeyObject } from 'node:crypto'
import type { Caller } from '#contract/declaration/endpoint.ts'
import type { CheckedTokenResource } from '#contract/sessions/tokens.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import type { Clock } from '#runtime/clock.ts'
import { sharedClock } from '#runtime/database/clock-skew.ts'
import type { Database } from '#runtime/database/database.ts'
import type { DatabaseOptions } from '#runtime/database/database-options.ts'
import { type DefaultHost, findDefaultHost } from '#runtime/database/default-urls.ts'
import { logAfterCommit } from '#runtime/database/log-after-commit.ts'
import {
  checkDatabase,
  closingOnFailure,
  databaseMetrics,
  openMigrated,
} from '#runtime/database/open-database.ts'
import type { Log } from '#runtime/log/log.ts'
import { forgetInAll, type Module, type RunningModules, startModules } from '#runtime/module.ts'
import { fingerprintKeyOf } from '#runtime/requests/idempotency.ts'
import type { Route } from '#runtime/requests/route.ts'
import { checkReadiness, healthRoutes } from '#runtime/server/health.ts'
import type { Mount } from '#runtime/server/mount.ts'
import { watchPeer } from '#runtime/server/watch-peer.ts'
import type { SystemFacts } from '#runtime/system/system-facts.ts'
import type { Fetch } from '#sdk/send-request.ts'
import { type BrowserSessions, openBrowserSessions } from './browser-sessions/index.ts'
import { type OidcClients, openKnownClients, openOidcClients } from './clients/index.ts'
import type { Auth, TokenPolicy } from './core/auth.ts'
import { createAuthCounts } from './core/auth-counts.ts'
import { openKeys } from './core/keys/open-keys.ts'
import type { KeyContext, KeyPolicy } from './core/keys/rotate-keys.ts'
import { openSigningKeys } from './core/keys/signing-keys.ts'
import { isAddress } from './core/url-at.ts'
import type { UserDirectory } from './core/user-directory.ts'
import { usersOverTheWire } from './core/users-over-the-wire.ts'
import { createFederation, type FederationSettings, openFederation } from './federation/index.ts'
import { endGrants, loadEndAfterTakeover, openOidc } from './oidc/index.ts'
import { openOperations } from './operations/index.ts'
import {
  type FollowedBrand,
  followBranding,
  loadProviderViews,
  openPages,
  type PageSettings,
} from './pages/index.ts'
import { openSessions, sessionRoutes } from './sessions/index.ts'
import { createLogin, type Login, lockRoutes, openSignIn } from './sign-in/index.ts'
import { openTokens, type TokenCheckContext } from './tokens/index.ts'

/** The addresses of an installation that browsers and clients see, and the site of its passkeys. */
export interface Addresses {
  /** The `iss` of every token. */
  issuer: string
  /** The URL at which browsers reach the account pages. */
  publicUrl: string
  /** The site that passkeys belong to; undefined without passkeys. */
  relyingParty: RelyingParty | undefined
}

export interface AuthServiceOptions {
  databaseUrl: string
  database: DatabaseOptions
  /** The base URL of the /internal routes of the user service, where it runs in another process. */
  usersUrl: string
  serviceToken: string
  /** The user service of the same process, which is called without HTTP. */
  usersHere?: UserDirectory | undefined
  /** The timeout of calls to the user service. */
  peerTimeoutMs?: number | undefined
  /** The `fetch` for calls to the user service, if it requires a client certificate. */
  peerFetch?: Fetch | undefined
  /** The master keys. The first one is the current one, which encrypts secrets; each of them can decrypt. */
  masterKeys: readonly Buffer[]
  /**
   * Returns the addresses of the installation. Those that no setting names have the default host that the database has
   * stored.
   */
  addresses(host: DefaultHost): Addresses
  policy: Omit<TokenPolicy, 'issuer'>
  keyPolicy: Pick<KeyPolicy, 'algorithm' | 'rotationMs' | 'publishMs'>
  /** The keys of the challenges of passkeys, which both services know. */
  challengeKeys?: readonly KeyObject[] | undefined
  /** The users who need a second factor to log in; nobody if absent. */
  demand?: Login['demand'] | undefined
  /** The providers with whose accounts people can log in; none if absent. */
  federation?: Omit<FederationSettings, 'publicUrl'> | undefined
  /** The account pages; absent when the operator serves pages of their own. */
  pages?: Omit<PageSettings, 'publicUrl'> | undefined
  /** True when messages to OpenID clients may go to http and to addresses that are not public. */
  allowsPrivateTargets?: boolean | undefined
  /** The facts about the installation that admins can read; when they are absent, the service has no routes for them. */
  facts?: SystemFacts | undefined
  clock: Clock
  log: Log
}

export interface AuthService
  extends RunningModules,
    Pick<BrowserSessions, 'findUserOfBrowser' | 'findConsoleBrowser'> {
  auth: TokenCheckContext
  /** The brand of the account pages; absent where this service serves none. */
  brand: FollowedBrand | undefined
  /** The addresses in force, and the default host of those that no setting names. */
  addresses: Addresses & { host: DefaultHost }
  /** The OpenID provider; absent where no account pages are served, because people could not sign in. */
  mount: Mount | undefined
  health: Route[]
  isHealthy(): Promise<boolean>
  /** Closes the database. Before, `stop` ends the background work of both services, which call each other. */
  close(): Promise<void>
  authenticate(token: string): Caller | Promise<Caller>
  /** Validates a token as /internal/validate-tokens does, for a user service in the same process. */
  checkToken(token: string): CheckedTokenResource | Promise<CheckedTokenResource>
}

export const authMigrations = new URL('migrations/', import.meta.url)

export const checkAuthDatabase = (url: string, statementMs: number): Promise<void> =>
  checkDatabase(url, authMigrations, statementMs)

export async function openAuthService(given: AuthServiceOptions): Promise<AuthService> {
  const log = given.log.child({ service: 'auth' })
  const opened = await openMigrated(given.databaseUrl, authMigrations, {
    ...given.database,
    clock: given.clock,
  })
  const clock = sharedClock(given.clock, opened)
  const db = logAfterCommit(opened, log)
  const keyContext = toKeyContext({ ...given, clock }, db)
  const keys = await closingOnFailure(db, openSigningKeys(keyContext))
  const host = await closingOnFailure(db, findDefaultHost(db))
  const { issuer, publicUrl, relyingParty } = given.addresses(host)
  const policy = { ...given.policy, issuer }
  const federated = given.federation && { ...given.federation, publicUrl }
  const options = { ...given, clock, policy, federation: federated, relyingParty }
  const overTheWire = usersOverTheWire({
    baseUrl: options.usersUrl,
    bearer: options.serviceToken,
    fetch: options.peerFetch,
    timeoutMs: options.peerTimeoutMs,
  })
  const auth: Auth = {
    db,
    clock,
    log,
    users: options.usersHere ?? overTheWire,
    keys,
    policy,
    counts: createAuthCounts(),
  }
  const pages = given.pages && {
    ...given.pages,
    publicUrl,
    brand: followBranding(auth, given.pages.fixedBrand),
  }
  const clients = openKnownClients(db)
  const oidc = { ...auth, clients, masterKeys: options.masterKeys }
  const provider = openOidc(oidc, {
    allowsPrivateTargets: options.allowsPrivateTargets,
    views:
      pages &&
      (async () => {
        const [{ providerViews }] = await Promise.all([loadProviderViews(), pages.brand.refresh()])
        return providerViews(pages)
      }),
  })
  const tokens = openTokens(auth, {
    clients,
    ofClients: provider.ofClients,
    hasProvider: pages !== undefined && isAddress(policy.issuer),
  })
  const login = createLogin(auth, options)
  const federation = createFederation(login, options)
  const browsers = openBrowserSessions(auth)
  const modules: Module[] = [
    tokens,
    openSignIn(login),
    openSessions({ ...auth, forgetUser: (tx, user) => forgetInAll(modules, tx, user), loadEndAfterTakeover }),
    openFederation(federation),
    ...(pages ? [browsers, openPages({ ...login, federation }, pages, oidc)] : []),
    provider,
    openOidcClients({ ...auth, endGrants, fingerprintKey: fingerprintKeyOf(options.serviceToken) }),
    openKeys(keyContext, { keys, log }),
    openOperations({ ...auth, keyContext, federation, facts: options.facts }),
  ]
  const peer = watchPeer('user_service', options.usersHere ? undefined : overTheWire.answers, auth)
  const running = await closingOnFailure(db, startModules([...modules, peer], auth))
  const readiness = { db, peer }
  return {
    ...running,
    auth: tokens.checks,
    brand: pages?.brand,
    mount: provider.mount,
    addresses: { host, issuer, publicUrl, relyingParty },
    health: healthRoutes(readiness),
    isHealthy: async () => (await checkReadiness(readiness)).isReady,
    metrics: [...running.metrics, ...auth.counts.metrics, ...databaseMetrics(db)],
    authenticate: tokens.authenticate,
    checkToken: tokens.checkToken,
    findUserOfBrowser: browsers.findUserOfBrowser,
    findConsoleBrowser: browsers.findConsoleBrowser,
    close: () => db.close(),
  }
}

/**
 * Opens the routes about the sessions and wrong passwords of users, and about OpenID clients, for a command of the CLI, which
 * calls them without HTTP. The routes need no signing key. Only a running service removes the data of a deleted user.
 */
export async function openAuthRoutes(
  options: Pick<AuthServiceOptions, 'databaseUrl' | 'database' | 'clock'> & { policy: OidcClients['policy'] },
  users: Pick<UserDirectory, 'findUser'>,
): Promise<{ routes: Route[]; close(): Promise<void> }> {
  const db = await openMigrated(options.databaseUrl, authMigrations, {
    ...options.database,
    clock: options.clock,
  })
  const clock = sharedClock(options.clock, db)
  const forgetUser = () => Promise.reject(new Error('A command forgets no user.'))
  const nobody = () => Promise.reject(new Error('A command does not call the user service.'))
  const clients: OidcClients = {
    db,
    clock,
    policy: options.policy,
    endGrants,
    users: { ask: nobody },
    // The key is empty, because a command never sends an Idempotency-Key with a request.
    fingerprintKey: Buffer.of(),
  }
  const routes = [
    ...sessionRoutes({
      db,
      clock,
      forgetUser,
      loadEndAfterTakeover,
      users: { findUser: users.findUser, ask: nobody },
    }),
    ...lockRoutes({ db, clock, users }),
    ...(openOidcClients(clients).routes ?? []),
  ]
  return { routes, close: () => db.close() }
}

/**
 * The extra time for which keys are kept after their last token has expired: a validator's clock may be off
 * by a minute, and it caches the key set for five minutes.
 */
const marginMs = 60_000 + 300_000

export const toKeyContext = (
  {
    clock,
    masterKeys,
    policy,
    keyPolicy,
  }: Pick<AuthServiceOptions, 'clock' | 'masterKeys' | 'keyPolicy'> & {
    policy: Pick<TokenPolicy, 'accessTokenMs' | 'idleMs'>
  },
  db: Database,
): KeyContext => ({
  db,
  clock,
  masterKeys,
  policy: {
    ...keyPolicy,
    keptMs: { access: policy.accessTokenMs + marginMs, refresh: policy.idleMs + marginMs },
  },
})
