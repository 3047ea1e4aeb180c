import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { UserResource } from '#contract/users/user.ts'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { newId } from '#runtime/ids.ts'
import { createLog } from '#runtime/log/log.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import type { Auth } from '../core/auth.ts'
import { revokeKey } from '../core/keys/rotate-keys.ts'
import { newSession } from '../core/session.ts'
import { insertSession } from '../core/session-store.ts'
import { authMigrations, openAuthService, toKeyContext } from '../service.ts'
import { mintTokenPair } from './token.ts'
import type { TokenCheckContext } from './tokens.ts'
import { validateToken } from './validate-token.ts'

const day = 86_400_000
const database = patientOptions(5)
const masterKeys = [randomBytes(32)]
const keyPolicy = { algorithm: 'EdDSA' as const, rotationMs: 90 * day, publishMs: day }
const policy = {
  audience: 'latchkey',
  accessTokenMs: 900_000,
  idleMs: 30 * day,
  sessionMs: 90 * day,
  graceMs: 30_000,
}

const addresses = {
  issuer: 'https://auth.example.com',
  publicUrl: 'https://auth.example.com',
  relyingParty: undefined,
}

const openService = (databaseUrl: string) =>
  openAuthService({
    databaseUrl,
    database,
    usersUrl: 'http://127.0.0.1:1',
    serviceToken: '',
    masterKeys,
    addresses: () => addresses,
    policy,
    keyPolicy,
    clock: systemClock,
    log: createLog('silent'),
  })

async function newAccessToken(auth: Auth): Promise<string> {
  const now = systemClock.now()
  const user = { id: newId(now), username: 'ada', role: 'user' } as UserResource
  const ends = { idleExpiresAt: now + day, expiresAt: now + day }
  const session = newSession({ id: newId(now), userId: user.id, epoch: 0, amr: ['pwd'], ...ends }, now)
  await auth.db.transaction((tx) => insertSession(tx, session, { name: null, userAgent: null, address: '' }))
  return mintTokenPair(auth, session, user).access_token
}

for (const engine of engines) {
  test(`I46 on ${engine} a key that was revoked is refused, also when its end gets known while the session is read`, async () => {
    await using stored = await temporaryDatabase(engine)
    const db = await openDatabase(stored.url, database)
    await migrate(db, authMigrations, systemClock)
    const service = await openService(stored.url)
    const { auth } = service
    const token = await newAccessToken(auth)
    assert.equal((await validateToken(auth, { token })).username, 'ada')
    await revokeKey(toKeyContext({ clock: systemClock, masterKeys, policy, keyPolicy }, db), {
      kid: auth.keys.access().kid,
    })
    // The signing keys are read again while the session is read, as the loop that rotates keys may do at any
    // moment.
    const find: TokenCheckContext['liveness']['find'] = async (id) => {
      await auth.keys.update()
      return auth.liveness.find(id)
    }
    const meanwhile = { ...auth, liveness: { ...auth.liveness, find } }
    await assert.rejects(async () => validateToken(meanwhile, { token }), {
      code: 'token_invalid',
    })
    await service.stop()
    await service.close()
    await db.close()
  })

  test(`on ${engine} each validation is counted once, as a signature that was remembered or was checked`, async () => {
    await using stored = await temporaryDatabase(engine)
    const db = await openDatabase(stored.url, database)
    await migrate(db, authMigrations, systemClock)
    await db.close()
    const service = await openService(stored.url)
    const { auth } = service
    const token = await newAccessToken(auth)
    for (let times = 0; times < 4; times++) await validateToken(auth, { token })
    assert.deepEqual(auth.verifier.counts(), { remembered: 1, hits: 3, misses: 1 })
    await service.stop()
    await service.close()
  })
}
