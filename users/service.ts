import { hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Caller } from '#contract/endpoint.ts'
import type { Clock } from '#runtime/clock.ts'
import { healthRoutes } from '#runtime/health.ts'
import type { Route } from '#runtime/http-server.ts'
import type { Log } from '#runtime/log.ts'
import { checkSchema, migrate } from '#runtime/migrate.ts'
import { type Outbox, startDelivery } from '#runtime/outbox.ts'
import { openSqlite } from '#runtime/sqlite.ts'
import { authenticate } from './authenticate.ts'
import { userRoutes } from './http.ts'
import { createPasswordHasher } from './password-hash.ts'
import { type EndSessionsOrder, sessionDirectory } from './session-directory.ts'
import type { Users } from './users.ts'

export interface UserServiceOptions {
  databasePath: string
  /** Where the authentication service answers /internal routes. */
  authUrl: string
  serviceToken: string
  signup: 'open' | 'closed'
  clock: Clock
  log: Log
}

export interface UserService {
  users: Users
  routes: Route[]
  health: Route[]
  authenticate(token: string): Promise<Caller>
  stop(): Promise<void>
}

const migrations = new URL('migrations/', import.meta.url)

/** Refuses a database that this version cannot serve, and changes nothing. There may be none yet. */
export async function checkUserDatabase(path: string): Promise<void> {
  if (!existsSync(path)) return
  const db = openSqlite(path)
  try {
    await checkSchema(db, migrations)
  } finally {
    await db.close()
  }
}

export async function openUserService(options: UserServiceOptions): Promise<UserService> {
  const users = await openUsers(options)
  const delivery = startDelivery(users.outbox)
  return {
    users,
    routes: userRoutes(users),
    health: healthRoutes(users.db),
    authenticate: (token) => authenticate(users, { token }),
    async stop() {
      await delivery.stop()
      await users.db.close()
    },
  }
}

/** The context alone, with nothing running: what a command works on. */
export async function openUsers(options: UserServiceOptions): Promise<Users> {
  const { clock } = options
  const log = options.log.child({ service: 'users' })
  const db = openSqlite(options.databasePath)
  await migrate(db, migrations, clock)
  const sessions = sessionDirectory(options.authUrl, options.serviceToken)
  // Every event so far means one thing to the other service: these sessions are over.
  const deliver: Outbox['deliver'] = (event) => sessions.endSessions(event.payload as EndSessionsOrder)
  return {
    db,
    clock,
    log,
    passwords: createPasswordHasher(),
    sessions,
    outbox: { db, clock, log, deliver },
    signup: options.signup,
    fingerprintKey: Buffer.from(
      hkdfSync('sha256', options.serviceToken, '', 'latchkey idempotency fingerprint', 32),
    ),
  }
}
