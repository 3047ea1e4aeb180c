import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { engines, patientOptions } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import type { Sql } from '../database/database.ts'
import { logAfterCommit } from '../database/log-after-commit.ts'
import { openDatabase, sqlitePath } from '../database/open-database.ts'
import { openSqlite, type SqliteOptions } from '../database/sqlite.ts'
import { createLog } from '../log/log.ts'
import { runWithTrace } from '../log/tracing.ts'
import { record } from './record.ts'

/** Creates a log and collects its lines. */
function readLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines, users: () => lines.map((line) => line.user_id) }
}

const suspend = (tx: Sql, subject: string) =>
  record(tx, { type: 'user.suspended', subject, data: { by: 'admin' }, at: 1_700_000_000_000 })

for (const engine of engines)
  describe(`what is recorded on ${engine}`, () => {
    async function open() {
      const database = await migratedDatabase(engine, 'users')
      const opened = await openDatabase(database.url, patientOptions(10))
      const { log, lines, users } = readLog()
      return {
        db: logAfterCommit(opened, log),
        lines,
        users,
        recorded: async () => {
          const rows = await opened.query<{ subject: string }>`SELECT subject FROM events ORDER BY subject`
          return rows.map(({ subject }) => subject)
        },
        async [Symbol.asyncDispose]() {
          await opened.close()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    test('is an event and a line that say the same, and the line follows the commit', async () => {
      await using world = await open()
      await world.db.transaction(async (tx) => {
        await suspend(tx, 'ada')
        assert.deepEqual(world.lines, [])
      })
      assert.deepEqual(await world.recorded(), ['ada'])
      const [{ time, ...line } = {}, ...others] = world.lines
      assert.equal(typeof time, 'string')
      const said = { level: 'info', event: 'user.suspended', user_id: 'ada', by: 'admin' }
      assert.deepEqual([line, others], [{ ...said, msg: 'a user was suspended' }, []])
    })

    test('without a transaction has its line as soon as it is committed', async () => {
      await using world = await open()
      await suspend(world.db, 'ada')
      assert.deepEqual([await world.recorded(), world.users()], [['ada'], ['ada']])
    })

    test('has no line when the transaction fails, wherever it fails', async () => {
      await using world = await open()
      const broken = (tx: Sql) => tx.query`SELECT nothing FROM nowhere`
      const failing: ((tx: Sql) => Promise<void>)[] = [
        async (tx) => {
          await suspend(tx, 'ada')
          throw new Error('not today')
        },
        async (tx) => {
          await suspend(tx, 'ada')
          await broken(tx)
        },
        async (tx) => {
          await broken(tx).catch(() => {})
          await suspend(tx, 'ada').catch(() => {})
        },
      ]
      for (const work of failing) await assert.rejects(world.db.transaction(work))
      await world.db.transaction((tx) => suspend(tx, 'grace'))
      assert.deepEqual([await world.recorded(), world.users()], [['grace'], ['grace']])
    })

    test('has one line when the transaction lost a race: that of the one who won', async () => {
      await using world = await open()
      await world.db.execute('CREATE TABLE claims (key TEXT PRIMARY KEY)')
      let runs = 0
      const looked = Promise.withResolvers<void>()
      const claim = (name: string) =>
        world.db.transaction(async (tx) => {
          const [taken] = await tx.query`SELECT key FROM claims`
          // On SQLite the two transactions run one after the other. On PostgreSQL both read the table before
          // either claims the key.
          if (++runs === 2 || engine === 'sqlite') looked.resolve()
          if (taken) return
          await looked.promise
          await suspend(tx, name)
          await tx.query`INSERT INTO claims (key) VALUES ('one')`
        })
      await Promise.all([claim('ada'), claim('grace')])
      assert.equal(runs, engine === 'sqlite' ? 2 : 3)
      assert.equal(world.lines.length, 1)
      assert.deepEqual(world.users(), await world.recorded())
    })

    test('has its line under the id of its own request, also when many commit together', async () => {
      await using world = await open()
      const names = Array.from({ length: 30 }, (_, n) => `user-${n}`)
      await Promise.all(
        names.map((name) =>
          runWithTrace({ 'x-request-id': `request-of-${name}` }, () =>
            world.db.transaction((tx) => suspend(tx, name)),
          ),
        ),
      )
      assert.deepEqual(
        world.lines.map((line) => [line.user_id, line.request_id]).sort(),
        names.map((name) => [name, `request-of-${name}`]).sort(),
      )
    })
  })

test('on PostgreSQL a transaction that ran again after its connection was lost has each line once', async () => {
  await using database = await migratedDatabase('postgres', 'users')
  await using opened = new AsyncDisposableStack()
  const raw = await openDatabase(database.url, patientOptions(2))
  opened.defer(() => raw.close())
  const { log, users } = readLog()
  let runs = 0
  await logAfterCommit(raw, log).transaction(async (tx) => {
    await suspend(tx, `run-${++runs}`)
    if (runs === 1) await tx.query`SELECT pg_terminate_backend(pg_backend_pid())`
    await suspend(tx, 'ada')
  })
  assert.deepEqual(users(), ['run-2', 'ada'])
})

describe('on SQLite a line', () => {
  async function openWith(sync: NonNullable<SqliteOptions['sync']>) {
    const database = await migratedDatabase('sqlite', 'users')
    const raw = openSqlite(sqlitePath(database.url) ?? '', {
      ...patientOptions(1),
      exclusive: true,
      onLostWrites() {},
      sync,
    })
    const { log, users } = readLog()
    return {
      db: logAfterCommit(raw, log),
      users,
      async [Symbol.asyncDispose]() {
        await raw.close()
        await database[Symbol.asyncDispose]()
      },
    }
  }

  test('waits until the commit is on the disk', async () => {
    const reached = Promise.withResolvers<void>()
    const synced = Promise.withResolvers<void>()
    await using world = await openWith(() => {
      reached.resolve()
      return synced.promise
    })
    const suspended = world.db.transaction((tx) => suspend(tx, 'ada'))
    await reached.promise
    assert.deepEqual(world.users(), [])
    synced.resolve()
    await suspended
    assert.deepEqual(world.users(), ['ada'])
  })

  test('is not written when the commit may not be on the disk', async () => {
    await using world = await openWith(() => Promise.reject(new Error('the disk is gone')))
    await assert.rejects(
      world.db.transaction((tx) => suspend(tx, 'ada')),
      { code: 'database_unavailable' },
    )
    assert.deepEqual(world.users(), [])
  })
})
