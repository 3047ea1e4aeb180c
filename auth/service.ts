import type { TokenInformationResource } from '#contract/auth.ts'
import type { Caller } from '#contract/endpoint.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import {
  checkDatabase,
  type DatabaseOptions,
  lookUpMetrics,
  openMigrated,
} from '#runtime/database/open-database.ts'
import { rememberRows } from '#runtime/database/remembered-rows.ts'
import { startNumbering, type ToldEvent } from '#runtime/events/event-log.ts'
import { startReading } from '#runtime/events/event-reader.ts'
import { forDays, outboxMetric, startDelivery } from '#runtime/events/outbox.ts'
import { answers, healthRoutes } from '#runtime/http/health.ts'
import type { HttpOptions } from '#runtime/http/server.ts'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import type { Route } from '#runtime/route.ts'
import type { RpcService } from '#runtime/rpc/rpc.ts'
import { type Sweeping, startSweeping, sweepMetric } from '#runtime/sweep.ts'
import type { Fetch } from '#sdk/call.ts'
import { createTokenVerifier, type TokenVerifier } from '#sdk/verify-token.ts'
import type { Auth, TokenPolicy } from './core/auth.ts'
import { tellEvents, tellKept } from './events/tell-events.ts'
import type { KeyOffice, KeyPolicy } from './keys/rotate-keys.ts'
import { openSigningKeys, startKeyRotation } from './keys/signing-keys.ts'
import { linkRoutes } from './links/routes.ts'
import { sessionRate } from './login/limit-sessions.ts'
import { createLoginGate } from './login/login-gate.ts'
import { createLoginThrottle } from './login/login-throttle.ts'
import { accountPageRoutes } from './pages/account-pages.ts'
import type { Language } from './pages/texts.ts'
import { createRevocationFeed, revocationStreamsMetric } from './revocations/revocation-feed.ts'
import { authRoutes } from './routes.ts'
import { authRpcs } from './rpc.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { findLiveness } from './sessions/session-store.ts'
import { authSweeps } from './sweeps.ts'
import { authenticate } from './tokens/authenticate.ts'
import { envoyRpcs } from './tokens/envoy-rpc.ts'
import { rememberedApiKeys } from './tokens/remembered-api-keys.ts'
import { validateToken } from './tokens/validate-token.ts'
import { longestCallMs, type UserDirectory, userDirectory } from './users/user-directory.ts'

export interface AuthServiceOptions {
  databaseUrl: string
  database: DatabaseOptions
  /** Where the user service answers /internal routes. */
  usersUrl: string
  serviceToken: string
  /** Where both services run in one process: what every login and refresh asks goes without the wire. */
  usersHere?: Pick<UserDirectory, 'checkCredentials' | 'findUser' | 'findLoginUser'> | undefined
  /** The longest that it may take for an answer. */
  peerTimeoutMs?: number | undefined
  /** How it is called, where it wants to see a certificate. */
  peerFetch?: Fetch | undefined
  /** The first seals; all of them open. */
  masterKeys: readonly Buffer[]
  policy: TokenPolicy
  keyPolicy: Pick<KeyPolicy, 'algorithm' | 'rotationMs' | 'publishMs'>
  /** Of pages for readers who like none of the others better; absent where the pages are somebody else's. */
  pageLanguage?: Language | undefined
  clock: Clock
  log: Log
}

export interface AuthService {
  auth: Auth
  routes: Route[]
  pages: HttpOptions['pages']
  health: Route[]
  rpcs: RpcService[]
  isHealthy(): Promise<boolean>
  metrics: Metric[]
  authenticate(token: string): Caller | Promise<Caller>
  /** What it answers over /internal/validate-tokens, for a user service in the same process. */
  checkToken(token: string): TokenInformationResource | Promise<TokenInformationResource>
  stop(): Promise<void>
}

export const authMigrations = new URL('migrations/', import.meta.url)

export const checkAuthDatabase = (url: string): Promise<void> => checkDatabase(url, authMigrations)

export async function openAuthService(options: AuthServiceOptions): Promise<AuthService> {
  const { clock, policy, pageLanguage } = options
  const db = await openMigrated(options.databaseUrl, authMigrations, { ...options.database, clock })
  const log = options.log.child({ service: 'auth' })
  const office = keyOffice(options, db)
  const keys = await openSigningKeys(office).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const overTheWire = userDirectory({
    baseUrl: options.usersUrl,
    bearer: options.serviceToken,
    fetch: options.peerFetch,
    timeoutMs: options.peerTimeoutMs,
  })
  const users = { ...overTheWire, ...options.usersHere }
  const auth: Auth = {
    db,
    clock,
    log,
    users,
    apiKeys: rememberedApiKeys(users.validateApiKey, clock),
    keys,
    verifier: createTokenVerifier({
      issuer: policy.issuer,
      audience: policy.audience,
      findKey: keys.findPublicKey,
      findNewKey: keys.findNewPublicKey,
      now: clock.now,
    }),
    liveness: rememberRows(db, { table: 'sessions', besides: ['key_sets'], most: 10_000 }, (id) =>
      findLiveness(db, id),
    ),
    throttle: createLoginThrottle({ db, clock, longestAttemptMs: longestCallMs(options.peerTimeoutMs) }),
    beginnings: createMemoryLimit(sessionRate, clock),
    gate: createLoginGate(),
    revocations: createRevocationFeed({ db, clock, log, accessTokenMs: policy.accessTokenMs }),
    policy,
  }
  const loops = [
    startNumbering(auth),
    startReading({
      ...{ db, clock, log, name: 'users', begins: 'with the oldest', atOnce: 32 },
      deliver: (events) => tellEvents(auth, events),
    }),
    startDelivery({
      ...{ db, clock, log, sink: 'users', retry: forDays },
      deliver: ({ payload }) => tellKept(auth, payload as ToldEvent),
    }),
    startKeyRotation(office, keys, log),
  ]
  const sweeping: Sweeping = { ...auth, sweeps: authSweeps }
  const sweeper = startSweeping(sweeping)
  return {
    auth,
    routes: [...authRoutes(auth), ...sessionRoutes(auth), ...linkRoutes(auth)],
    pages: pageLanguage && ((app) => accountPageRoutes(app, auth, pageLanguage)),
    health: healthRoutes(db),
    rpcs: [authRpcs, envoyRpcs(auth)],
    isHealthy: () => answers(db),
    metrics: [
      sweepMetric(sweeping),
      outboxMetric(db),
      verifiedTokensMetric(auth.verifier),
      revocationStreamsMetric(auth.revocations),
      ...lookUpMetrics(db),
    ],
    authenticate: (token) => authenticate(auth, { token }),
    checkToken: (token) => validateToken(auth, { token }),
    async stop() {
      await auth.revocations.stop()
      // All at once: one that still runs would claim what is no longer delivered.
      await Promise.all([...loops, sweeper].map((loop) => loop.stop()))
      await db.close()
    },
  }
}

const verifiedTokensMetric = (verifier: TokenVerifier): Metric => ({
  name: 'latchkey_verified_tokens',
  help: 'Access tokens: whose signature is remembered, was found remembered, had to be checked.',
  label: 'what',
  read: async () => new Map(Object.entries(verifier.counts())),
})

/** A clock of a validator that is a minute off, and a key set that it keeps for five. */
const marginMs = 60_000 + 300_000

export const keyOffice = (
  {
    clock,
    masterKeys,
    policy,
    keyPolicy,
  }: Pick<AuthServiceOptions, 'clock' | 'masterKeys' | 'keyPolicy'> & {
    policy: Pick<TokenPolicy, 'accessTokenMs' | 'idleMs'>
  },
  db: Database,
): KeyOffice => ({
  db,
  clock,
  masterKeys,
  policy: {
    ...keyPolicy,
    keptMs: { access: policy.accessTokenMs + marginMs, refresh: policy.idleMs + marginMs },
  },
})
