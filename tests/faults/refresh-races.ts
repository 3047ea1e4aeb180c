import { randomBytes } from 'node:crypto'
import type { Auth } from '#auth/auth.ts'
import { refresh } from '#auth/refresh.ts'
import { type AuthService, authMigrations, openAuthService } from '#auth/service.ts'
import type { Session } from '#auth/session.ts'
import { insertSession } from '#auth/session-store.ts'
import { mintTokenPair } from '#auth/token.ts'
import { Failure } from '#contract/failures.ts'
import type { UserResource } from '#contract/users.ts'
import { systemClock } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { createLog } from '#runtime/log.ts'
import { migrate } from '#runtime/migrate.ts'
import { openDatabase } from '#runtime/open-database.ts'
import { type Engine, temporaryDatabase } from '#tests/engines.ts'

export interface RaceReport {
  races: number
  refreshes: number
  /** Refreshes that were answered 503 because the user service was away. */
  interrupted: number
  /** Races whose replies were all lost, so that the client came back with the same token. */
  lost: number
  /** Each a promise that was broken. */
  violations: string[]
}

const day = 86_400_000
const sessionsAtOnce = 8
const dropRate = 0.2
const outageRate = 0.02

/**
 * Honest clients who present one refresh token 2 to 32 times at once, at two nodes, and lose replies now and then.
 * There must be one successor for each token, and nobody may be logged out.
 */
export async function raceRefreshes(engine: Engine, races: number, seed: number): Promise<RaceReport> {
  await using database = await temporaryDatabase(engine)
  const random = generator(seed)
  const services = await openServices(database.url)
  const nodes = services.map(({ auth }) => ({ ...auth, users: flakyUsers(random) }))
  const report: RaceReport = { races: 0, refreshes: 0, interrupted: 0, lost: 0, violations: [] }
  const clients = Array.from({ length: sessionsAtOnce }, async () => {
    let token = await newRefreshToken(nodes[0] as Auth)
    while (report.races < races) {
      report.races++
      token = await raceOnce(nodes, token, random, report)
    }
  })
  await Promise.all(clients)
  for (const service of services) await service.stop()
  return report
}

/** The successor that the client goes on with. */
async function raceOnce(
  nodes: Auth[],
  token: string,
  random: () => number,
  report: RaceReport,
): Promise<string> {
  const successors = new Set<string>()
  let isLost = true
  // A client whose replies were lost comes again with the token that it has.
  while (isLost || successors.size === 0) {
    const results = await Promise.allSettled(
      Array.from({ length: 2 + Math.floor(random() * 31) }, () =>
        refresh(nodes[Math.floor(random() * nodes.length)] as Auth, { refreshToken: token }),
      ),
    )
    report.refreshes += results.length
    for (const result of results) {
      if (result.status === 'fulfilled') successors.add(result.value.refresh_token)
      else if (isOutage(result.reason)) report.interrupted++
      else report.violations.push(`an honest client was refused: ${String(result.reason)}`)
    }
    if (report.violations.length > 100) return token
    isLost = random() < dropRate
    if (isLost) report.lost++
  }
  if (successors.size > 1) report.violations.push(`${successors.size} successors of one token`)
  return [...successors][0] ?? token
}

const isOutage = (reason: unknown): boolean =>
  reason instanceof Failure && reason.code === 'user_service_unavailable'

async function openServices(url: string): Promise<AuthService[]> {
  const database = { connections: 10, exclusive: false, onLostWrites: fail }
  const first = await openDatabase(url, database)
  await migrate(first, authMigrations, systemClock)
  await first.close()
  const policy = {
    issuer: 'https://auth.example.com',
    audience: 'latchkey',
    accessTokenMs: 900_000,
    idleMs: 30 * day,
    sessionMs: 90 * day,
    graceMs: 30_000,
  }
  const options = {
    databaseUrl: url,
    database,
    usersUrl: 'http://127.0.0.1:1',
    serviceToken: randomBytes(32).toString('base64'),
    masterKeys: [randomBytes(32)],
    policy,
    keyPolicy: { algorithm: 'EdDSA' as const, rotationMs: 90 * day, publishMs: day },
    clock: systemClock,
    log: createLog('silent'),
  }
  return [await openAuthService(options), await openAuthService(options)]
}

function fail(cause: unknown): never {
  throw cause
}

const user: UserResource = {
  id: newId(Date.now()),
  username: 'ada',
  email: 'ada@example.com',
  name: null,
  role: 'user',
  status: 'active',
  email_verified: false,
  has_password: true,
  metadata: {},
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  last_login_at: null,
}

/** A user service that is away now and then. */
const flakyUsers = (random: () => number): Auth['users'] => ({
  checkCredentials: async () => ({ user, session_epoch: 0 }),
  validateApiKey: () => Promise.reject(new Failure('token_invalid')),
  async findUser() {
    if (random() < outageRate) throw new Failure('user_service_unavailable', { retryAfterSeconds: 1 })
    return { user, session_epoch: 0 }
  },
})

async function newRefreshToken(auth: Auth): Promise<string> {
  const now = auth.clock.now()
  const session: Session = {
    id: newId(now),
    userId: user.id,
    epoch: 0,
    generation: 1,
    rotatedAt: now,
    createdAt: now,
    idleExpiresAt: now + auth.policy.idleMs,
    expiresAt: now + auth.policy.sessionMs,
    endedAt: null,
    endReason: null,
  }
  await auth.db.transaction((tx) => insertSession(tx, session, { name: null, userAgent: null, address: '' }))
  return mintTokenPair(auth, session, user).refresh_token
}

/** Mulberry32: what one seed gave once, it gives again. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
