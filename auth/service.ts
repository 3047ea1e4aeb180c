import { existsSync } from 'node:fs'
import type { Clock } from '#runtime/clock.ts'
import { healthRoutes } from '#runtime/health.ts'
import type { Route } from '#runtime/http-server.ts'
import type { Log } from '#runtime/log.ts'
import { checkSchema, migrate } from '#runtime/migrate.ts'
import { openSqlite } from '#runtime/sqlite.ts'
import { createTokenVerifier } from '#sdk/verify-token.ts'
import type { Auth, TokenPolicy } from './auth.ts'
import { authRoutes } from './http.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { openSigningKeys } from './signing-keys.ts'
import { userDirectory } from './user-directory.ts'

export interface AuthServiceOptions {
  databasePath: string
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
  stop(): Promise<void>
}

const migrations = new URL('migrations/', import.meta.url)

/** Refuses a database that this version cannot serve, and changes nothing. There may be none yet. */
export async function checkAuthDatabase(path: string): Promise<void> {
  if (!existsSync(path)) return
  const db = openSqlite(path)
  try {
    await checkSchema(db, migrations)
  } finally {
    await db.close()
  }
}

export async function openAuthService(options: AuthServiceOptions): Promise<AuthService> {
  const { clock, policy } = options
  const db = openSqlite(options.databasePath)
  await migrate(db, migrations, clock)
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
  return {
    routes: authRoutes(auth),
    health: healthRoutes(db),
    stop: () => db.close(),
  }
}
