import type { Clock } from '#runtime/clock.ts'
import { healthRoutes } from '#runtime/health.ts'
import type { Route } from '#runtime/http-server.ts'
import type { Log } from '#runtime/log.ts'
import type { Metric } from '#runtime/metrics.ts'
import { checkDatabase, type DatabaseOptions, openMigrated } from '#runtime/open-database.ts'
import { type Sweeping, startSweeping, sweepMetric } from '#runtime/sweep.ts'
import { createTokenVerifier } from '#sdk/verify-token.ts'
import type { Auth, TokenPolicy } from './auth.ts'
import { authRoutes } from './http.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { openSigningKeys } from './signing-keys.ts'
import { authSweeps } from './sweeps.ts'
import { userDirectory } from './user-directory.ts'

export interface AuthServiceOptions {
  databaseUrl: string
  database: DatabaseOptions
  /** Where the user service answers /internal routes. */
  usersUrl: string
  serviceToken: string
  masterKey: Buffer
  policy: TokenPolicy
  clock: Clock
  log: Log
}

export interface AuthService {
  routes: Route[]
  health: Route[]
  metrics: Metric[]
  stop(): Promise<void>
}

export const authMigrations = new URL('migrations/', import.meta.url)

export const checkAuthDatabase = (url: string): Promise<void> => checkDatabase(url, authMigrations)

export async function openAuthService(options: AuthServiceOptions): Promise<AuthService> {
  const { clock, policy } = options
  const db = await openMigrated(options.databaseUrl, authMigrations, { ...options.database, clock })
  const keys = await openSigningKeys(db, options.masterKey, clock)
  const auth: Auth = {
    db,
    clock,
    log: options.log.child({ service: 'auth' }),
    users: userDirectory(options.usersUrl, options.serviceToken),
    keys,
    verifier: createTokenVerifier({
      issuer: policy.issuer,
      audience: policy.audience,
      findKey: keys.findPublicKey,
      now: clock.now,
    }),
    throttle: createLoginThrottle(),
    policy,
  }
  const sweeping: Sweeping = { ...auth, sweeps: authSweeps }
  const sweeper = startSweeping(sweeping)
  return {
    routes: authRoutes(auth),
    health: healthRoutes(db),
    metrics: [sweepMetric(sweeping)],
    async stop() {
      await sweeper.stop()
      await db.close()
    },
  }
}
