import { randomBytes } from 'node:crypto'
import type { Auth } from '#auth/core/auth.ts'
import { newSession } from '#auth/core/session.ts'
import { insertSession } from '#auth/core/session-store.ts'
import { openAuthService } from '#auth/service.ts'
import { refresh } from '#auth/tokens/refresh.ts'
import { mintTokenPair } from '#auth/tokens/token.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { UserResource } from '#contract/users/user.ts'
import { systemClock } from '#runtime/clock.ts'
import { newId } from '#runtime/ids.ts'
import { createLog } from '#runtime/log/log.ts'
import { seededRandom } from './random.ts'

/** A message to a process that runs one node of the authentication service, with the work to do. */
export interface NodeOrder {
  id: number
  /** The refresh token to use. When absent, the node starts a session. */
  refreshToken?: string
}

export type NodeAnswer = { id: number } & ({ refreshToken: string } | { refused: string; isOutage: boolean })

export interface NodeArguments {
  url: string
  masterKey: string
  seed: number
}

const day = 86_400_000
const outageRate = 0.02

const { url, masterKey, seed } = JSON.parse(process.argv[2] ?? '') as NodeArguments
const random = seededRandom(seed)

const user: UserResource = {
  id: newId(Date.now()),
  username: 'ada',
  email: 'ada@example.com',
  name: null,
  locale: null,
  role: 'user',
  status: 'active',
  is_active: true,
  email_verified: false,
  has_password: true,
  metadata: {},
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  last_login_at: null,
}

/** A made-up user service that now and then cannot be reached. */
const flakyUsers: Auth['users'] = {
  ask: () => Promise.reject(new Error('A refresh only asks for a user.')),
  findLoginUser: async () => user.id,
  async findUser() {
    if (random.next() < outageRate) throw new Failure('user_service_unavailable', { retryAfterSeconds: 1 })
    return { user, session_epoch: 0 }
  },
}

const service = await openAuthService({
  databaseUrl: url,
  database: {
    connections: 10,
    exclusive: false,
    onLostWrites: (cause) => {
      throw cause
    },
  },
  usersUrl: 'http://127.0.0.1:1',
  serviceToken: randomBytes(32).toString('base64'),
  masterKeys: [Buffer.from(masterKey, 'base64')],
  addresses: () => ({
    issuer: 'https://auth.example.com',
    publicUrl: 'https://auth.example.com',
    relyingParty: undefined,
  }),
  policy: {
    audience: 'latchkey',
    accessTokenMs: 900_000,
    idleMs: 30 * day,
    sessionMs: 90 * day,
    graceMs: 30_000,
  },
  keyPolicy: { algorithm: 'EdDSA', rotationMs: 90 * day, publishMs: day },
  clock: systemClock,
  log: createLog('silent'),
})
const auth: Auth = { ...service.auth, users: flakyUsers }

process.on('message', async ({ id, refreshToken }: NodeOrder) => {
  try {
    const pair =
      refreshToken === undefined
        ? await startSession()
        : await refresh(auth, { refreshToken, address: '127.0.0.1', isClientGone: async () => false })
    answer({ id, refreshToken: pair.refresh_token })
  } catch (error) {
    const isOutage = error instanceof Failure && failures[error.code].http === 503
    answer({ id, refused: String(error), isOutage })
  }
})
process.once('disconnect', async () => {
  await service.stop()
  await service.close()
  process.exit()
})
process.send?.('ready')

/** Sends an answer to the parent process. A failure to send is ignored, because the parent process may have ended. */
const answer = (message: NodeAnswer) => process.send?.(message, () => {})

async function startSession(): Promise<{ refresh_token: string }> {
  const now = systemClock.now()
  const ends = { idleExpiresAt: now + auth.policy.idleMs, expiresAt: now + auth.policy.sessionMs }
  const session = newSession({ id: newId(now), userId: user.id, epoch: 0, amr: ['pwd'], ...ends }, now)
  await auth.db.transaction((tx) => insertSession(tx, session, { name: null, userAgent: null, address: '' }))
  return mintTokenPair(auth, session, user)
}
