import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { userMigrations } from '../service.ts'
import { countExpiredHolds, heldMs, isUsernameHeld } from './held-username-store.ts'
import { removeUnconfirmed } from './remove-unconfirmed.ts'

const day = 24 * 60 * 60 * 1000

for (const engine of engines)
  test(`a name that an older version held for a hundred years is held for seven days from its request, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { url } = parts.use(await temporaryDatabase(engine))
    const db = await openDatabase(url, patientOptions(2))
    parts.defer(() => db.close())
    const before = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'))
    parts.defer(() => rmSync(before, { recursive: true }))
    cpSync(userMigrations, before, { recursive: true, filter: (path) => !/\/00(1[3-9]|[2-9]\d)-/.test(path) })
    const now = Date.UTC(2026, 10, 21)
    const clock = { now: () => now }
    await migrate(db, pathToFileURL(`${before}/`), clock)
    for (const [key, askedAt] of [
      ['eve', now - 6 * day],
      ['mallory', now - 8 * day],
    ] as const)
      await db.query`
        INSERT INTO idempotency_keys (scope, key, fingerprint, reply, user_id, expires_at)
        VALUES ('username', ${key}, '', '{"id":""}', '', ${askedAt + 100 * 365 * day})`
    assert.equal((await migrate(db, userMigrations, clock)).includes('0013-held-usernames.sql'), true)
    assert.equal(await countExpiredHolds(db, now, 10), 1)
    assert.equal(await removeUnconfirmed({ db, forgetInFeatures: async () => {} }, { now, limit: 10 }), 1)
    assert.equal(await isUsernameHeld(db, { usernameKey: 'mallory' }), false)
    assert.equal(await isUsernameHeld(db, { usernameKey: 'eve' }), true)
    const kept = await db.query`SELECT key FROM idempotency_keys WHERE expires_at > ${now + heldMs}`
    assert.deepEqual(kept, [])
  })
