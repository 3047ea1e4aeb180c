import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { authMigrations } from '../service.ts'
import { enforceSessionEpoch } from '../sessions/enforce-session-epoch.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { startSession } from '../sign-in/start-session.ts'
import type { Auth } from './auth.ts'
import { findSession } from './session-store.ts'

async function openSessions(engine: Engine) {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, patientOptions(2))
  parts.defer(() => db.close())
  await migrate(db, authMigrations, systemClock)
  let statements: string[] = []
  const recorded = recordStatements(db, (statement) => void statements.push(statement))
  const policy = { sessionMs: 60_000, idleMs: 60_000 }
  const auth = { db: recorded, clock: systemClock, policy, counts: { begun: { sessions: 0 } } } as Auth
  const kept = parts.move()
  return {
    auth,
    /** Logs in with the epoch that the user service has told, and returns the session and the statements of the login. */
    async logIn(epoch: number, keptSession?: string) {
      statements = []
      const session = await startSession(auth, {
        userId: 'ada',
        known: { session_epoch: epoch, kept_session: keptSession },
        amr: ['pwd'],
        device: { name: null, userAgent: null, address: '192.0.2.1' },
        countedBy: 'ada',
        isNetworkStored: true,
      })
      return { id: session.id, statements }
    },
    isAlive: async (id: string) => (await findSession(db, id))?.endedAt === null,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The statements that raise an epoch, keep a session or end what is below. */
const ofEpochs = (statements: string[]) =>
  statements.filter((statement) => /session_epochs|epoch >= |epoch < /.test(statement))

for (const engine of engines) {
  test(`a login whose epoch has not risen runs one statement for it, on ${engine}`, async () => {
    await using sessions = await openSessions(engine)
    const first = await sessions.logIn(3)
    const second = await sessions.logIn(3)
    for (const { statements } of [first, second]) assert.equal(ofEpochs(statements).length, 1)
    assert.deepEqual(
      second.statements.map((statement) => statement.split(' ')[0]),
      first.statements.map((statement) => statement.split(' ')[0]),
    )
    assert.equal(await sessions.isAlive(first.id), true)
  })

  test(`a login whose epoch has risen ends the sessions below it, but not the kept one, on ${engine}`, async () => {
    await using sessions = await openSessions(engine)
    const [ended, kept] = [await sessions.logIn(0), await sessions.logIn(0)]
    const risen = await sessions.logIn(2, kept.id)
    assert.equal(ofEpochs(risen.statements).length, 4)
    assert.equal(await sessions.isAlive(ended.id), false)
    for (const { id } of [kept, risen]) assert.equal(await sessions.isAlive(id), true)
    // The next one finds the work done, and the kept session goes on.
    assert.equal(ofEpochs((await sessions.logIn(2, kept.id)).statements).length, 1)
    assert.equal(await sessions.isAlive(kept.id), true)
  })

  test(`a login of a lower epoch than the one in force is refused, on ${engine}`, async () => {
    await using sessions = await openSessions(engine)
    const later = await sessions.logIn(2)
    await assert.rejects(sessions.logIn(1), { code: 'invalid_credentials' })
    assert.equal(await sessions.isAlive(later.id), true)
  })

  test(`an order ends the sessions below its epoch also when a node has raised it alone, on ${engine}`, async () => {
    await using sessions = await openSessions(engine)
    const { id } = await sessions.logIn(0)
    // As a login did in earlier versions.
    await sessions.auth.db.query`UPDATE session_epochs SET epoch = 1 WHERE user_id = 'ada'`
    const order = { userId: 'ada', epoch: 1, reason: 'password_changed' } as const
    assert.equal(await enforceSessionEpoch(sessions.auth as unknown as Sessions, order), 1)
    assert.equal(await sessions.isAlive(id), false)
  })
}
