import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { StartFault } from './start-fault.ts'

/** A database and a folder of migrations, both empty at first. */
interface Bench extends Disposable {
  db: Database
  clock: { time: number; now(): number }
  write(name: string, script: string): void
  remove(name: string): void
  run(): Promise<void>
  /** The whole schema and every recorded migration, as another process sees them. */
  state(): unknown[]
  tables(): string[]
}

interface Recorded {
  name: string
  checksum: string
  applied_at: number
}

const recorded = (db: Database) => db.query<Recorded>`
  SELECT name, checksum, applied_at FROM migrations ORDER BY name`

const isStartFault =
  (part: string) =>
  (error: unknown): boolean =>
    error instanceof StartFault && error.faults.length === 1 && (error.faults[0] ?? '').includes(part)

describe('migrations', () => {
  let folder: string
  let benches = 0
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function openBench(): Bench {
    const path = join(folder, `bench-${++benches}`)
    mkdirSync(path)
    const db = openSqlite(join(path, 'x.db'))
    const outside = new DatabaseSync(join(path, 'x.db'))
    const clock = { time: 1_000, now: () => clock.time }
    const all = (sql: string) => outside.prepare(sql).all()
    const tables = () =>
      all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map((row) => String(row.name))
    return {
      db,
      clock,
      write: (name, script) => writeFileSync(join(path, name), script),
      remove: (name) => rmSync(join(path, name)),
      run: () => migrate(db, pathToFileURL(`${path}/`), clock),
      tables,
      state: () => [
        all('SELECT type, name, sql FROM sqlite_master ORDER BY name'),
        tables().includes('migrations') ? all('SELECT * FROM migrations ORDER BY name') : [],
      ],
      [Symbol.dispose]() {
        outside.close()
        db.close()
      },
    }
  }

  test('files are applied in the order of their names, not in that of the folder', async () => {
    using bench = openBench()
    bench.write('0010-third.sql', "INSERT INTO steps VALUES ('third');")
    bench.write('0002-second.sql', "INSERT INTO steps VALUES ('second'); -- no line break at the end")
    bench.write('0001-first.sql', "CREATE TABLE steps (name TEXT); INSERT INTO steps VALUES ('first');")
    bench.write('0003-notes.txt', 'This is no SQL.')
    await bench.run()
    const steps = await bench.db.query<{ name: string }>`SELECT name FROM steps ORDER BY rowid`
    assert.deepEqual(
      steps.map((step) => step.name),
      ['first', 'second', 'third'],
    )
  })

  test('each is recorded with its checksum and the time', async () => {
    using bench = openBench()
    const scripts: [string, string][] = [
      ['0001-a.sql', 'CREATE TABLE a (id TEXT);\n'],
      ['0002-b.sql', "-- Not ASCII: é\nCREATE TABLE b (id TEXT DEFAULT 'é');\n"],
    ]
    for (const [name, script] of scripts) bench.write(name, script)
    bench.clock.time = 1_234
    await bench.run()
    assert.deepEqual(
      (await recorded(bench.db)).map((row) => ({ ...row })),
      scripts.map(([name, script]) => ({
        name,
        checksum: createHash('sha256').update(script).digest('hex'),
        applied_at: 1_234,
      })),
    )
  })

  test('a second run changes nothing', async () => {
    using bench = openBench()
    bench.write('0001-a.sql', "CREATE TABLE a (id TEXT); INSERT INTO a VALUES ('once');")
    await bench.run()
    const before = bench.state()
    bench.clock.time = 9_999
    await bench.run()
    await bench.run()
    assert.deepEqual(bench.state(), before)
    assert.equal((await bench.db.query`SELECT id FROM a`).length, 1)
  })

  test('a file that is new since the last run is applied, and only that one', async () => {
    using bench = openBench()
    bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
    await bench.run()
    bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
    bench.clock.time = 2_000
    await bench.run()
    assert.deepEqual(bench.tables(), ['a', 'b', 'migrations'])
    assert.deepEqual(
      (await recorded(bench.db)).map((row) => row.applied_at),
      [1_000, 2_000],
    )
  })

  test('a database that a newer version has changed is refused and stays as it is', async () => {
    using bench = openBench()
    bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
    bench.write('0003-newer.sql', 'CREATE TABLE newer (id TEXT);')
    await bench.run()
    bench.remove('0003-newer.sql')
    bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
    const before = bench.state()
    await assert.rejects(bench.run(), isStartFault('0003-newer.sql'))
    assert.deepEqual(bench.state(), before)
    assert.deepEqual(bench.tables(), ['a', 'migrations', 'newer'])
  })

  test('a file that is no longer the one that was applied is refused, and nothing after it is applied', async () => {
    using bench = openBench()
    bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
    await bench.run()
    bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
    const before = bench.state()
    for (const script of ['CREATE TABLE a (id TEXT); ', 'CREATE TABLE a (id INTEGER);', '']) {
      bench.write('0001-a.sql', script)
      await assert.rejects(bench.run(), isStartFault('0001-a.sql'))
      assert.deepEqual(bench.state(), before)
    }
    bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
    await bench.run()
    assert.deepEqual(bench.tables(), ['a', 'b', 'migrations'])
  })

  test('a script that fails in the middle leaves nothing of itself, and what came before it stays', async () => {
    const broken = "CREATE TABLE b (id TEXT); INSERT INTO a VALUES ('b'); INSERT INTO nowhere VALUES (1);"
    const name = `bench-${benches + 1}`
    {
      using bench = openBench()
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write('0002-b.sql', `${broken} CREATE TABLE c (id TEXT);`)
      bench.write('0003-d.sql', 'CREATE TABLE d (id TEXT);')
      await assert.rejects(bench.run(), /no such table: nowhere/)
      assert.deepEqual(bench.tables(), ['a', 'migrations'])
    }
    // Also for the next start, which finds the corrected script.
    const path = join(folder, name)
    const db = openSqlite(join(path, 'x.db'))
    try {
      assert.equal((await db.query`SELECT id FROM a`).length, 0)
      assert.deepEqual(
        (await recorded(db)).map((row) => row.name),
        ['0001-a.sql'],
      )
      writeFileSync(join(path, '0002-b.sql'), 'CREATE TABLE b (id TEXT);')
      await migrate(db, pathToFileURL(`${path}/`), { now: () => 3_000 })
      assert.equal((await recorded(db)).length, 3)
    } finally {
      db.close()
    }
  })

  test('a first script that fails leaves an empty database', async () => {
    using bench = openBench()
    bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT); CREATE TABLE a (id TEXT);')
    await assert.rejects(bench.run(), /already exists/)
    assert.deepEqual(bench.tables(), [])
  })

  for (const service of ['users', 'auth']) {
    test(`the migrations of the ${service} service make a new database, once`, async () => {
      const migrations = new URL(`../${service}/migrations/`, import.meta.url)
      using bench = openBench()
      await migrate(bench.db, migrations, bench.clock)
      const before = bench.state()
      await migrate(bench.db, migrations, bench.clock)
      assert.deepEqual(bench.state(), before)
      for (const { name, checksum } of await recorded(bench.db)) {
        const script = readFileSync(new URL(name, migrations))
        assert.equal(checksum, createHash('sha256').update(script).digest('hex'), name)
      }
      assert.ok(bench.tables().length > 3)
    })
  }

  test('a changed file is refused before anything else is applied', async () => {
    using bench = openBench()
    bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
    bench.write('0003.sql', 'CREATE TABLE three (id TEXT);')
    await bench.run()
    const before = bench.state()
    bench.write('0002.sql', 'CREATE TABLE two (id TEXT);')
    bench.write('0003.sql', 'CREATE TABLE three (id TEXT, more TEXT);')
    await assert.rejects(bench.run(), isStartFault('0003.sql'))
    assert.deepEqual(bench.state(), before)
  })

  test('a script that fails is named, and the database goes on', async () => {
    using bench = openBench()
    bench.write('0001.sql', 'CREATE TABLE one (id TEXT); CREATE TABLE one (id TEXT);')
    await assert.rejects(bench.run(), isStartFault('0001.sql'))
    bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
    await bench.run()
    assert.ok(bench.tables().includes('one'))
  })

  test('two that start at once on a new database both succeed', async () => {
    using bench = openBench()
    bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
    await Promise.all([bench.run(), bench.run()])
    assert.equal((await recorded(bench.db)).length, 1)
  })
})
