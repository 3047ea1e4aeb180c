import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import type { Auth } from '../core/auth.ts'
import { newSession } from '../core/session.ts'
import { insertSession } from '../core/session-store.ts'
import { authMigrations } from '../service.ts'
import { endOneSession } from './end-one-session.ts'

for (const engine of engines)
  test(`I12 ending a session of another user runs the same statements as ending an unknown one, on ${engine}`, async () => {
    await using parts = new AsyncDisposableStack()
    const { url } = parts.use(await temporaryDatabase(engine))
    const db = await openDatabase(url, patientOptions(2))
    parts.defer(() => db.close())
    await migrate(db, authMigrations, systemClock)
    const adas = randomUUID()
    const at = systemClock.now()
    const ends = { idleExpiresAt: at + 1_000, expiresAt: at + 1_000 }
    await insertSession(db, newSession({ id: adas, userId: 'ada', epoch: 0, amr: ['pwd'], ...ends }, at), {
      name: null,
      userAgent: null,
      address: '192.0.2.1',
    })
    const caller = signedIn('eve')
    const statementsFor = async (sessionId: string) => {
      const statements: string[] = []
      const recorded = recordStatements(db, (statement) => void statements.push(statement))
      const auth = { db: recorded, clock: systemClock, log: createLog('silent') } as Auth
      const ended = endOneSession(auth, { userId: 'eve', sessionId, caller, address: '192.0.2.7' })
      await assert.rejects(ended, { code: 'session_not_found' })
      return statements
    }
    assert.deepEqual(await statementsFor(adas), await statementsFor(randomUUID()))
  })
