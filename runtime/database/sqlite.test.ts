import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Failure } from '#contract/declaration/failures.ts'
import { until } from '#tests/support/until.ts'
import { StartFault } from '../start-fault.ts'
import type { Database, Sql } from './database.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

interface Ledger extends Disposable {
  db: Database
  path: string
  /** Reads the amounts through the database under test. */
  amounts(): Promise<number[]>
  /** Reads the amounts over another connection, as another process would. */
  amountsFromOutside(): number[]
}

const insert = (sql: Sql, amount: number) =>
  sql.query<{ id: number }>`INSERT INTO entries (amount) VALUES (${amount}) RETURNING id`

const open = (path: string, options: Partial<SqliteOptions> = {}): Database =>
  openSqlite(path, { exclusive: false, onLostWrites: assert.fail, ...options })

const refused = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results.map((result) => (result.status === 'rejected' ? result.reason : undefined))

describe('the embedded database', () => {
  let folder: string
  let ledgers = 0
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function openLedger(options: Partial<SqliteOptions> = {}): Promise<Ledger> {
    const path = join(folder, `ledger-${++ledgers}.db`)
    const db = open(path, options)
    await db.execute(`
      CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount >= 0));
      CREATE TABLE notes (entry INTEGER NOT NULL REFERENCES entries (id), text TEXT UNIQUE);`)
    const outside = new DatabaseSync(path)
    return {
      db,
      path,
      amounts: async () =>
        (await db.query<{ amount: number }>`SELECT amount FROM entries ORDER BY id`).map((row) => row.amount),
      amountsFromOutside: () =>
        outside
          .prepare('SELECT amount FROM entries ORDER BY id')
          .all()
          .map((row) => Number(row.amount)),
      [Symbol.dispose]() {
        outside.close()
        db.close()
      },
    }
  }

  test('a transaction that succeeds has happened as a whole when its promise resolves', async () => {
    using ledger = await openLedger()
    const result = await ledger.db.transaction(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 2)
      return 'done'
    })
    assert.equal(result, 'done')
    assert.deepEqual(await ledger.amounts(), [1, 2])
    assert.deepEqual(ledger.amountsFromOutside(), [1, 2])
  })

  test('nothing of a transaction that fails has happened, wherever it failed', async () => {
    using ledger = await openLedger()
    const own = new Error('not today')
    const faults: [string, (tx: Sql) => Promise<unknown>, RegExp][] = [
      ['by itself', () => Promise.reject(own), /not today/],
      ['by a constraint', (tx) => insert(tx, -1), /CHECK constraint/],
      ['by a foreign key', (tx) => tx.query`INSERT INTO notes (entry, text) VALUES (99, 'x')`, /FOREIGN KEY/],
      ['by a statement that is none', (tx) => tx.query`INSERT INTO nowhere VALUES (1)`, /no such table/],
    ]
    for (const [name, fault, message] of faults) {
      const work = ledger.db.transaction(async (tx) => {
        await insert(tx, 1)
        await insert(tx, 2)
        await fault(tx)
        await insert(tx, 3)
      })
      await assert.rejects(work, message, name)
      assert.deepEqual(await ledger.amounts(), [], name)
    }
    await assert.rejects(
      ledger.db.transaction(() => Promise.reject(own)),
      (error) => error === own,
    )
    await insert(ledger.db, 4)
    assert.deepEqual(ledger.amountsFromOutside(), [4])
  })

  test('a statement that fails fails the transaction, also when it was caught', async () => {
    using ledger = await openLedger()
    const work = ledger.db.transaction(async (tx) => {
      await insert(tx, 1)
      await assert.rejects(insert(tx, -1))
      await insert(tx, 2)
    })
    await assert.rejects(work, /CHECK constraint/)
    assert.deepEqual(await ledger.amounts(), [])
  })

  test('a transaction that fails does not spoil those that started at the same moment', async () => {
    using ledger = await openLedger()
    const failing = new Set([0, 4, 5, 9])
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        ledger.db.transaction(async (tx) => {
          await insert(tx, n)
          if (n === 4) await insert(tx, -1)
          if (failing.has(n)) throw new Error(`not ${n}`)
          await insert(tx, n + 100)
        }),
      ),
    )
    for (const [n, reason] of refused(results).entries())
      assert.equal(reason !== undefined, failing.has(n), `transaction ${n}`)
    const expected = [1, 2, 3, 6, 7, 8].flatMap((n) => [n, n + 100])
    assert.deepEqual(await ledger.amounts(), expected)
    assert.deepEqual(ledger.amountsFromOutside(), expected)
  })

  test('a reader sees only what is committed, while the transaction sees its own writes', async () => {
    using ledger = await openLedger()
    await insert(ledger.db, 1)
    await ledger.db.transaction(async (tx) => {
      await insert(tx, 2)
      await tx.query`UPDATE entries SET amount = 10 WHERE amount = 1`
      const own = await tx.query<{ amount: number }>`SELECT amount FROM entries ORDER BY id`
      assert.deepEqual(
        own.map((row) => row.amount),
        [10, 2],
      )
      assert.deepEqual(await ledger.amounts(), [1])
      assert.deepEqual(ledger.amountsFromOutside(), [1])
    })
    assert.deepEqual(await ledger.amounts(), [10, 2])
  })

  test('two hundred transactions that start at once all commit, and each is there once acknowledged', async () => {
    using ledger = await openLedger()
    const missing: number[] = []
    const ids = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const [row] = await ledger.db.transaction((tx) => insert(tx, n))
        const seen = await ledger.db.query`SELECT 1 FROM entries WHERE amount = ${n}`
        if (seen.length !== 1 || !ledger.amountsFromOutside().includes(n)) missing.push(n)
        return row?.id
      }),
    )
    assert.deepEqual(missing, [])
    assert.equal(new Set(ids).size, 200)
    const all = Array.from({ length: 200 }, (_, n) => n)
    assert.deepEqual(await ledger.amounts(), all)
    assert.deepEqual(ledger.amountsFromOutside(), all)
  })

  test('transactions never interleave: what a transaction has read still holds when it writes', async () => {
    using ledger = await openLedger()
    await insert(ledger.db, 0)
    await Promise.all(
      Array.from({ length: 150 }, () =>
        ledger.db.transaction(async (tx) => {
          const [row] = await tx.query<{ amount: number }>`SELECT amount FROM entries WHERE id = 1`
          await Promise.resolve()
          await tx.query`UPDATE entries SET amount = ${(row?.amount ?? 0) + 1} WHERE id = 1`
        }),
      ),
    )
    assert.deepEqual(await ledger.amounts(), [150])
  })

  test('a transaction that starts while others commit has its turn', async () => {
    using ledger = await openLedger()
    const later: Promise<unknown>[] = []
    await ledger.db.transaction(async (tx) => {
      later.push(ledger.db.transaction((next) => insert(next, 2)))
      // Three iterations of the event loop are long enough for another commit to begin, if it did not wait
      // for this transaction.
      for (let turns = 0; turns < 3; turns++) await setImmediate()
      await insert(tx, 1)
    })
    await Promise.all(later)
    assert.deepEqual(await ledger.amounts(), [1, 2])
  })

  test('a single statement that writes is a transaction of its own and gives its rows', async () => {
    using ledger = await openLedger()
    assert.deepEqual(
      (await insert(ledger.db, 5)).map((row) => row.id),
      [1],
    )
    await assert.rejects(insert(ledger.db, -1), /CHECK constraint/)
    await assert.rejects(ledger.db.query`SELECT 1 FROM nowhere`, /no such table/)
    assert.deepEqual(ledger.amountsFromOutside(), [5])
  })

  test('values are bound and never become part of the statement', async () => {
    using ledger = await openLedger()
    await insert(ledger.db, 1)
    const texts = ["'); DROP TABLE notes; --", "' OR '1'='1", '?', ':amount $amount @amount ?1', 'ü😀', '']
    for (const text of texts) {
      await ledger.db.query`INSERT INTO notes (entry, text) VALUES (${1}, ${text})`
      const found = await ledger.db.query<{ text: string }>`SELECT text FROM notes WHERE text = ${text}`
      assert.deepEqual(
        found.map((row) => row.text),
        [text],
      )
    }
    const [row] = await ledger.db.query<{ n: number }>`SELECT count(*) AS n FROM notes`
    assert.equal(row?.n, texts.length)
    assert.deepEqual((await ledger.db.query`SELECT 1 FROM notes WHERE text = ${null}`).length, 0)
  })

  test('a full disk is reported as an outage: acknowledged writes stand, refused writes left nothing', async () => {
    using ledger = await openLedger()
    const big = 'x'.repeat(50_000)
    await ledger.db.query`PRAGMA max_page_count = 40`
    const write = (n: number) =>
      ledger.db.transaction(async (tx) => {
        const [row] = await insert(tx, n)
        await tx.query`INSERT INTO notes (entry, text) VALUES (${row?.id ?? null}, ${`${n}${big}`})`
      })
    await write(0)
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => write(n + 1)))
    const reasons = refused(results)
    assert.ok(reasons.some((reason) => reason !== undefined))
    for (const reason of reasons.filter((one) => one !== undefined)) {
      assert.ok(reason instanceof Failure)
      assert.equal(reason.code, 'database_unavailable')
      assert.ok(reason.cause instanceof Error)
    }
    const acknowledged = [0, ...reasons.flatMap((reason, n) => (reason === undefined ? [n + 1] : []))]
    assert.deepEqual(ledger.amountsFromOutside(), acknowledged)
    const [notes] = await ledger.db.query<{ n: number }>`SELECT count(*) AS n FROM notes`
    assert.equal(notes?.n, acknowledged.length)

    await ledger.db.query`PRAGMA max_page_count = 4000`
    await write(50)
    assert.deepEqual(await ledger.amounts(), [...acknowledged, 50])
  })

  test('I62 a commit is acknowledged after its sync, and shown to nobody before', async () => {
    let synced = () => {}
    const syncs: number[] = []
    const path = join(folder, 'syncs.db')
    const db = open(path, {
      sync: (fd) => {
        syncs.push(fd)
        return syncs.length === 1
          ? Promise.resolve()
          : new Promise<void>((resolve) => {
              synced = resolve
            })
      },
    })
    await db.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    const inserted = insert(db, 1)
    let acknowledged = false
    inserted.then(() => {
      acknowledged = true
    })
    for (let turns = 0; turns < 20; turns++) await setImmediate()
    assert.equal(syncs.length, 2)
    assert.equal(acknowledged, false)
    assert.deepEqual(await db.query`SELECT amount FROM entries`, [])
    synced()
    await inserted
    assert.equal((await db.query`SELECT amount FROM entries`).length, 1)
    await db.close()
  })

  test('a change that another process has acknowledged is seen at once, also during a sync', async () => {
    const path = join(folder, 'two-processes.db')
    let synced = () => {}
    let isHeld = false
    const here = open(path, {
      sync: () =>
        isHeld
          ? new Promise<void>((resolve) => {
              synced = resolve
            })
          : Promise.resolve(),
    })
    await here.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    isHeld = true
    const inserted = insert(here, 1)
    for (let turns = 0; turns < 20; turns++) await setImmediate()
    const there = open(path)
    await insert(there, 2)
    const seen = here.query<{ amount: number }>`SELECT amount FROM entries ORDER BY id`
    await setImmediate()
    synced()
    assert.deepEqual(
      (await seen).map(({ amount }) => amount),
      [1, 2],
    )
    await inserted
    isHeld = false
    await here.close()
    await there.close()
  })

  test('a write that need only survive a restart waits for no sync, unless its commit has one that must', async () => {
    let syncs = 0
    const path = join(folder, 'survives.db')
    const db = open(path, {
      sync: async () => {
        syncs++
      },
    })
    await db.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    syncs = 0
    await db.transaction((tx) => insert(tx, 1), { survives: 'restart' })
    assert.equal(syncs, 0)
    const outside = new DatabaseSync(path)
    assert.equal(outside.prepare('SELECT count(*) AS n FROM entries').get()?.n, 1, 'it is there for others')
    outside.close()
    await Promise.all([
      db.transaction((tx) => insert(tx, 2), { survives: 'restart' }),
      db.transaction((tx) => insert(tx, 3)),
    ])
    assert.equal(syncs, 1)
    await db.close()
  })

  test('I65 after a failed sync nothing is acknowledged any more, and whoever runs the process is told', async () => {
    const path = join(folder, 'failed-sync.db')
    let disk: Error | undefined
    const told: unknown[] = []
    const db = open(path, {
      sync: () => (disk ? Promise.reject(disk) : Promise.resolve()),
      onLostWrites: (cause) => told.push(cause),
    })
    await db.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    disk = new Error('EIO')
    const results = await Promise.allSettled([insert(db, 1), insert(db, 2)])
    assert.deepEqual(told, [disk])
    disk = undefined
    results.push(...(await Promise.allSettled([insert(db, 3)])))
    for (const reason of refused(results)) {
      assert.ok(reason instanceof Failure)
      assert.equal(reason.code, 'database_unavailable')
    }
    assert.deepEqual(told.length, 1, 'there is no second try')
    await db.close()
  })

  test('the write-ahead log begins again from its start under load, and a thread of its own checkpoints it', async () => {
    const path = join(folder, 'checkpoints.db')
    const db = open(path)
    await db.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    const text = 'x'.repeat(20_000)
    for (let round = 0; round < 600; round++) {
      await Promise.all(Array.from({ length: 8 }, () => db.query`INSERT INTO notes (text) VALUES (${text})`))
    }
    // Over 90 MB were written. A write-ahead log that never began again from its start would hold all of
    // them.
    const { size } = statSync(`${path}-wal`)
    assert.ok(size < 45 * 1024 * 1024, `${size} bytes`)
    await db.close()
    const outside = new DatabaseSync(path)
    assert.equal(outside.prepare('SELECT count(*) AS n FROM notes').get()?.n, 4800)
    assert.equal(outside.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
    outside.close()
  })

  /** Lets five minutes pass for the interval at which the log is emptied. The work itself takes its real time. */
  const emptyLog = (t: TestContext) => t.mock.timers.tick(5 * 60_000)
  const isEmpty = (log: string) => statSync(log).size === 0

  test('what was deleted leaves the files while the service runs, and commits go on meanwhile', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const path = join(folder, 'emptied.db')
    const db = open(path, { exclusive: true })
    await db.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    const text = `a name that nobody else has ${'x'.repeat(3_000)}`
    for (let id = 1; id <= 40; id++) await db.query`INSERT INTO notes (id, text) VALUES (${id}, ${text})`
    const holding = () =>
      [path, `${path}-wal`].filter((file) => readFileSync(file).includes('a name that nobody else has'))
    assert.notDeepEqual(holding(), [])
    for (let id = 1; id <= 40; id++) await db.query`DELETE FROM notes WHERE id = ${id}`
    emptyLog(t)
    let id = 40
    await until('no file has what was deleted', async () => {
      await db.query`INSERT INTO notes (id, text) VALUES (${++id}, 'another')`
      return holding().length === 0
    })
    const { length } = await db.query`SELECT id FROM notes`
    assert.equal(length, id - 40)
    await db.close()
    const outside = new DatabaseSync(path)
    assert.equal(outside.prepare('SELECT count(*) AS n FROM notes').get()?.n, length)
    assert.equal(outside.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
    outside.close()
  })

  test('the log of a service that nobody writes to any more is emptied, also when a checkpoint began with the last commit', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const path = join(folder, 'quiet.db')
    const db = open(path, { exclusive: true })
    await db.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    // The sixteenth commit looks at the size of the log, which is larger than 4 MiB by then.
    const text = 'x'.repeat(400_000)
    for (let id = 1; id <= 15; id++) await db.query`INSERT INTO notes (id, text) VALUES (${id}, ${text})`
    assert.ok(!isEmpty(`${path}-wal`))
    emptyLog(t)
    await until('the log is empty', () => isEmpty(`${path}-wal`))
    for (let id = 1; id <= 15; id++) await db.query`DELETE FROM notes WHERE id = ${id}`
    emptyLog(t)
    await until('the log is empty again', () => isEmpty(`${path}-wal`))
    await db.close()
  })

  test('the log is emptied five minutes later when a reader of another process was in the way', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const path = join(folder, 'read-from-outside.db')
    const db = open(path, { exclusive: true })
    await db.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    const backup = new DatabaseSync(path)
    backup.exec('BEGIN')
    backup.prepare('SELECT count(*) FROM entries').get()
    await insert(db, 1)
    const hasTried = new Promise((resolve) =>
      process.once('worker', (thread) => thread.once('exit', resolve)),
    )
    emptyLog(t)
    await insert(db, 2)
    await hasTried
    assert.ok(!isEmpty(`${path}-wal`))
    backup.exec('COMMIT')
    backup.close()
    emptyLog(t)
    await until('the log is empty', () => isEmpty(`${path}-wal`))
    assert.equal((await db.query`SELECT amount FROM entries`).length, 2)
    await db.close()
  })

  test('a database that is closed while its log is emptied has all of its commits', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const path = join(folder, 'closed-meanwhile.db')
    const db = open(path, { exclusive: true })
    await db.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    const last = insert(db, 1)
    emptyLog(t)
    await last
    await db.close()
    const outside = new DatabaseSync(path)
    assert.equal(outside.prepare('SELECT count(*) AS n FROM entries').get()?.n, 1)
    outside.close()
  })

  test('a second service is refused with the process that holds the database, until that one is gone', async () => {
    const path = join(folder, 'held.db')
    const first = open(path, { exclusive: true })
    await first.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    assert.throws(
      () => open(path, { exclusive: true }),
      (error: unknown) =>
        error instanceof StartFault && (error.faults[0] ?? '').includes(`process ${process.pid}`),
    )
    // A command does not open the database exclusively, and is allowed beside the service.
    const command = open(path)
    await insert(command, 1)
    await command.close()
    assert.equal((await first.query`SELECT amount FROM entries`).length, 1)
    await first.close()
    await open(path, { exclusive: true }).close()
  })

  test('waiting for another process that writes does not block the event loop', async () => {
    using ledger = await openLedger({ statementMs: 600_000 })
    const other = new DatabaseSync(ledger.path)
    other.exec('BEGIN IMMEDIATE')
    const inserted = insert(ledger.db, 1)
    // If SQLite waited inside the event loop, for two seconds at a time, these hundred sleeps would take
    // longer than a test may.
    for (let turns = 0; turns < 100; turns++) await sleep(5)
    other.exec('COMMIT')
    await inserted
    other.close()
    assert.deepEqual(await ledger.amounts(), [1])
  })

  test('a database that is opened while another process writes waits for as long as its limit says', async () => {
    using ledger = await openLedger()
    await using writer = new Worker(
      `const { DatabaseSync } = require('node:sqlite')
      const { parentPort, workerData } = require('node:worker_threads')
      const db = new DatabaseSync(workerData)
      db.exec('BEGIN IMMEDIATE')
      parentPort.postMessage('writes')
      // This is longer than a request waits.
      setTimeout(() => db.exec('COMMIT'), 3_000)`,
      { eval: true, workerData: ledger.path },
    )
    await once(writer, 'message')
    const db = open(ledger.path, { statementMs: 600_000 })
    await insert(db, 1)
    await db.close()
    assert.deepEqual(await ledger.amounts(), [1])
  })

  test('the database has a write-ahead log, and foreign keys are enforced', async () => {
    using ledger = await openLedger()
    // PRAGMA only reads, but the statement goes to the connection that writes, whose setting matters here.
    const [foreignKeys] = await ledger.db.query<{ foreign_keys: number }>`PRAGMA foreign_keys`
    assert.equal(foreignKeys?.foreign_keys, 1)
    const outside = new DatabaseSync(ledger.path)
    const journal = outside.prepare('PRAGMA journal_mode').get()
    outside.close()
    assert.equal(journal?.journal_mode, 'wal')
  })

  test('what was committed is there when the file is opened again', async () => {
    const path = join(folder, 'kept.db')
    const first = open(path)
    await first.execute('CREATE TABLE entries (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL)')
    await Promise.all([1, 2, 3].map((amount) => insert(first, amount)))
    first.close()
    const second = open(path)
    const rows = await second.query<{ amount: number }>`SELECT amount FROM entries ORDER BY id`
    second.close()
    assert.deepEqual(
      rows.map((row) => row.amount),
      [1, 2, 3],
    )
  })

  test('a file that cannot be opened is reported before the start, with its path', () => {
    const text = join(folder, 'text.db')
    writeFileSync(text, 'This is a letter and no database. '.repeat(100))
    const directory = join(folder, 'directory.db')
    mkdirSync(directory)
    for (const path of [text, directory, join(folder, 'none', 'users.db')]) {
      assert.throws(
        () => open(path),
        (error: unknown) =>
          error instanceof StartFault &&
          error.faults.length === 1 &&
          (error.faults[0] ?? '').includes(path) &&
          error.cause instanceof Error,
        path,
      )
    }
  })

  test('closing lets what is under way finish, and refuses what comes after', async () => {
    const ledger = await openLedger()
    const pending = [1, 2, 3].map((amount) => insert(ledger.db, amount))
    const closed = ledger.db.close()
    await Promise.all(pending)
    await closed
    assert.deepEqual(ledger.amountsFromOutside(), [1, 2, 3])
    await assert.rejects(insert(ledger.db, 4), { code: 'not_ready' })
  })
})
