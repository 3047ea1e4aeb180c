import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { authMigrations } from '#auth/service.ts'
import { endAllSessions } from '#auth/sessions/end-all-sessions.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { engines, temporaryDatabase } from '#tests/support/engines.ts'
import { latchkey } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

describe('after a restore by other means, `sessions end-all` ends every session', () => {
  for (const engine of engines) {
    test(`on ${engine}`, async () => {
      await using database = await temporaryDatabase(engine)
      const environment = { LATCHKEY_DATA: data, LATCHKEY_AUTH_DATABASE: database.url }
      const before = latchkey(['sessions', 'end-all'], environment)
      assert.notEqual(before.code, 0)
      assert.match(before.err, /^latchkey: (There is no database|The database has not the schema) .*\n$/)
      assert.ok(!existsSync(sqlitePath(database.url) ?? ''), 'a command that looks in makes none')

      const db = await openDatabase(database.url, commandDatabaseOptions)
      await migrate(db, authMigrations, systemClock)
      // One step ends 2,000 sessions, so 4,500 sessions need three steps.
      await startSessions(db, 4_500)
      const [first] = await db.query`
        UPDATE sessions SET ended_at = 1, end_reason = 'logout' WHERE id = 'session-7' RETURNING id`
      assert.ok(first)
      const { code, out } = latchkey(['sessions', 'end-all'], environment)
      assert.deepEqual([code, out], [0, 'Ended all sessions (4499). All users sign in again.\n'])
      const states = await db.query<{ end_reason: string; expires_at: number; total: number }>`
        SELECT end_reason, expires_at, COUNT(*) AS total FROM sessions WHERE ended_at IS NOT NULL
        GROUP BY end_reason, expires_at ORDER BY total`
      const told = await db.query<{ data: string }>`SELECT data FROM events ORDER BY id`
      await db.close()
      assert.deepEqual(told.map(({ data }) => JSON.parse(data).ended).toSorted(), [2000, 2000, 499])
      assert.deepEqual(
        states.map((row) => ({ ...row })),
        [
          { end_reason: 'logout', expires_at: 9000, total: 1 },
          { end_reason: 'revoked', expires_at: 5000, total: 4499 },
        ],
      )
    })

    test(`on ${engine} what was ended is told, also when it is killed in between`, async () => {
      await using database = await temporaryDatabase(engine)
      const db = await openDatabase(database.url, commandDatabaseOptions)
      await migrate(db, authMigrations, systemClock)
      await startSessions(db, 2_500)
      let steps = 0
      const killed: Database = {
        ...db,
        transaction: (work) => (steps++ < 1 ? db.transaction(work) : Promise.reject(new Error('killed'))),
      }
      const told = async () => {
        const rows = await db.query<{ data: string }>`SELECT data FROM events`
        return rows.map(({ data }) => JSON.parse(data).ended).toSorted()
      }
      await assert.rejects(endAllSessions(killed, 'revoked', 1), /killed/)
      assert.deepEqual(await told(), [2000])
      assert.equal(await endAllSessions(db, 'revoked', 1), 500)
      assert.equal(await endAllSessions(db, 'revoked', 1), 0)
      assert.deepEqual(await told(), [2000, 500])
      await db.close()
    })
  }
})

const startSessions = (db: Database, count: number): Promise<void> =>
  db.transaction(async (tx) => {
    for (let number = 0; number < count; number++) {
      await tx.query`
        INSERT INTO sessions (id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at, address)
        VALUES (${`session-${number}`}, 'ada', 0, 1, 0, 0, 5000, 9000, '::1')`
    }
  })
