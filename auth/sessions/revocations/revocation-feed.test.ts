import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { newId } from '#runtime/ids.ts'
import { createLog } from '#runtime/log/log.ts'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { newSession } from '../../core/session.ts'
import { advanceGeneration, endSession, insertSession } from '../../core/session-store.ts'
import { authMigrations } from '../../service.ts'
import { endAllSessions } from '../end-all-sessions.ts'
import { createRevocationFeed } from './revocation-feed.ts'
import { findRevocations, numberEnded } from './revocation-store.ts'
import { watchRevocations } from './watch-revocations.ts'

const open = (url: string) => openDatabase(url, patientOptions(5))
const now = systemClock.now()
const day = 86_400_000
const number = (db: Database) => numberEnded(db, { endedAfter: 0, atLeast: now * 1_000 })

async function startSessions(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(now))
  await db.transaction(async (tx) => {
    for (const id of ids) {
      const ends = { idleExpiresAt: now + day, expiresAt: now + day }
      const begun = { id, userId: newId(now), epoch: 0, amr: ['pwd'], ...ends }
      const device = { name: null, userAgent: null, address: '' }
      await insertSession(tx, newSession(begun, now), device)
    }
  })
  return ids
}

/**
 * Wraps a database so that each transaction runs all of its statements and then waits for the promise `open` before it
 * commits.
 */
function heldBack(db: Database) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const transaction: Database['transaction'] = (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      reach()
      await opened
      return result
    })
  return { db: { ...db, transaction }, reached, open }
}

for (const engine of engines) {
  const openTwo = async () => {
    const stack = new AsyncDisposableStack()
    const { url } = stack.use(await temporaryDatabase(engine))
    const opened = async () => stack.adopt(await open(url), (database) => database.close())
    const [one, two] = [await opened(), await opened()]
    await migrate(one, authMigrations, systemClock)
    return { one, two, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  }

  test(`numbers become visible in their order, whichever node gives them, on ${engine}`, async () => {
    await using databases = await openTwo()
    const { one, two } = databases
    const [first = '', second = ''] = await startSessions(one, 2)
    await endSession(one, first, { reason: 'logout', at: now })
    const slow = heldBack(one)
    const numbering = number(slow.db)
    await slow.reached
    let isSecondNumbered = false
    if (engine === 'postgres') await endSession(two, second, { reason: 'logout', at: now })
    const next = number(two).then(() => {
      isSecondNumbered = true
    })
    for (let time = 1; time <= 50; time++) {
      assert.deepEqual(await findRevocations(two, 0, 10), [])
    }
    assert.equal(isSecondNumbered, false, 'it waits for the one before')
    slow.open()
    await Promise.all([numbering, next])
    if (engine === 'sqlite') await endSession(two, second, { reason: 'logout', at: now })
    await number(two)
    const found = await findRevocations(one, 0, 10)
    assert.deepEqual(
      found.map(({ sessionId }) => sessionId),
      [first, second],
    )
  })

  test(`no position is given twice when the database has lost its last commits, on ${engine}`, async () => {
    await using databases = await openTwo()
    const { one: db } = databases
    const [first = '', second = ''] = await startSessions(db, 2)
    await endSession(db, first, { reason: 'logout', at: now })
    await number(db)
    const [before] = await findRevocations(db, 0, 1)
    await db.query`UPDATE feeds SET position = 0`
    await endSession(db, second, { reason: 'logout', at: now })
    await numberEnded(db, { endedAfter: 0, atLeast: (now + 1_000) * 1_000 })
    const after = await findRevocations(db, before?.position ?? 0, 10)
    assert.deepEqual(
      after.map(({ sessionId }) => sessionId),
      [second],
    )
  })

  test(`a stream that is further behind than memory reaches gets everything all the same, on ${engine}`, async () => {
    await using databases = await openTwo()
    const { one: db } = databases
    const ids = await startSessions(db, 1_200)
    await endAllSessions(db, 'revoked', now)
    const feed = createRevocationFeed({
      db,
      clock: systemClock,
      log: createLog('silent'),
      accessTokenMs: 900_000,
      maxKept: 10,
    })
    const leaving = new AbortController()
    const received: string[] = []
    for await (const news of watchRevocations(
      { feed, clock: systemClock },
      {
        caller: undefined,
        after: undefined,
        signal: leaving.signal,
      },
    )) {
      if ('heartbeat' in news) leaving.abort()
      else received.push(news.item.sessionId)
    }
    assert.deepEqual(received, ids.toSorted())
    assert.deepEqual(feed.counts(), { open: 0, sent: 1_200 })
    await feed.stop()
  })
}

test('an end that is committed late comes behind those that were numbered before', async () => {
  await using database = await temporaryDatabase('postgres')
  const db = await open(database.url)
  await migrate(db, authMigrations, systemClock)
  const [early = '', late = ''] = await startSessions(db, 2)
  const slow = heldBack(db)
  const ending = slow.db.transaction((tx) => endSession(tx, late, { reason: 'logout', at: now - 1_000 }))
  await slow.reached
  await endSession(db, early, { reason: 'logout', at: now })
  await number(db)
  const [first] = await findRevocations(db, 0, 10)
  assert.equal(first?.sessionId, early)
  slow.open()
  await ending
  await number(db)
  const after = await findRevocations(db, first?.position ?? 0, 10)
  assert.deepEqual(
    after.map(({ sessionId }) => sessionId),
    [late],
  )
  await db.close()
})

test('a refresh writes to no index of PostgreSQL', async () => {
  await using database = await temporaryDatabase('postgres')
  const db = await open(database.url)
  await migrate(db, authMigrations, systemClock)
  const [id = ''] = await startSessions(db, 1)
  const session = { id, generation: 1, rotatedAt: now, idleExpiresAt: now + 2 * day }
  const rows = await db.transaction(async (tx) => {
    assert.ok(await advanceGeneration(tx, session))
    return tx.query<{ hot: number }>`SELECT pg_stat_get_xact_tuples_hot_updated('sessions'::regclass) AS hot`
  })
  assert.equal(rows[0]?.hot, 1)
  await db.close()
})
