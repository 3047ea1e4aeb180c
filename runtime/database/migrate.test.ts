import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { allRows } from '#tests/support/stored.ts'
import { StartFault } from '../start-fault.ts'
import type { Database } from './database.ts'
import { appliedAt, applyOnRequest, migrate, requireSchema, schemaState } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** A database and a folder of migrations, both empty at first. */
interface Bench extends AsyncDisposable {
  db: Database
  folder: URL
  clock: { time: number; now(): number }
  write(name: string, script: string): void
  remove(name: string): void
  run(): Promise<string[]>
  /** Reads the whole schema and every row over another connection. */
  state(): Promise<unknown[]>
  tables(): Promise<string[]>
}

interface Recorded {
  name: string
  checksum: string
  applied_at: number
}

const lookIn = (url: string): Promise<Database> => openDatabase(url, patientOptions(2))

const recorded = (db: Database) => db.query<Recorded>`
  SELECT name, checksum, applied_at FROM migrations ORDER BY name`

const columns = (db: Database) =>
  db.engine === 'sqlite'
    ? db.query`SELECT type, name, sql FROM sqlite_master ORDER BY name`
    : db.query`SELECT table_name, column_name, data_type FROM information_schema.columns
        WHERE table_schema = current_schema() ORDER BY table_name, column_name`

const isStartFault =
  (part: string) =>
  (error: unknown): boolean =>
    error instanceof StartFault && error.faults.length === 1 && (error.faults[0] ?? '').includes(part)

async function openBench(engine: Engine): Promise<Bench> {
  const database = await temporaryDatabase(engine)
  const path = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const folder = pathToFileURL(`${path}/`)
  mkdirSync(join(path, 'on-request'))
  const db = await lookIn(database.url)
  const clock = { time: 1_000, now: () => clock.time }
  const fromOutside = async <T>(look: (outside: Database) => Promise<T>): Promise<T> => {
    const outside = await lookIn(database.url)
    try {
      return await look(outside)
    } finally {
      await outside.close()
    }
  }
  return {
    db,
    folder,
    clock,
    write: (name, script) => writeFileSync(join(path, name), script),
    remove: (name) => rmSync(join(path, name)),
    run: () => migrate(db, folder, clock),
    tables: () => fromOutside(async (outside) => [...(await allRows(outside)).keys()]),
    state: () => fromOutside(async (outside) => [await columns(outside), await allRows(outside)]),
    async [Symbol.asyncDispose]() {
      await db.close()
      await database[Symbol.asyncDispose]()
      rmSync(path, { recursive: true })
    },
  }
}

for (const engine of engines)
  describe(`migrations on ${engine}`, () => {
    test('files are applied in the order of their names, not in that of the folder', async () => {
      await using bench = await openBench(engine)
      bench.write('0010-third.sql', "INSERT INTO steps VALUES ('third');")
      bench.write('0002-second.sql', "INSERT INTO steps VALUES ('second'); -- no line break at the end")
      bench.write('0001-first.sql', "CREATE TABLE steps (name TEXT); INSERT INTO steps VALUES ('first');")
      bench.write('0003-notes.txt', 'This is no SQL.')
      await bench.run()
      const steps = await bench.db.query<{ name: string }>`SELECT name FROM steps`
      assert.deepEqual(
        steps.map((step) => step.name),
        ['first', 'second', 'third'],
      )
    })

    test('each file is recorded with its checksum and the time', async () => {
      await using bench = await openBench(engine)
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
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', "CREATE TABLE a (id TEXT); INSERT INTO a VALUES ('once');")
      await bench.run()
      const before = await bench.state()
      bench.clock.time = 9_999
      await bench.run()
      await bench.run()
      assert.deepEqual(await bench.state(), before)
      assert.equal((await bench.db.query`SELECT id FROM a`).length, 1)
    })

    test('a file that is new since the last run is applied, and only that one', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      await bench.run()
      bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
      bench.clock.time = 2_000
      await bench.run()
      assert.deepEqual(await bench.tables(), ['a', 'b', 'migrations'])
      assert.deepEqual(
        (await recorded(bench.db)).map((row) => row.applied_at),
        [1_000, 2_000],
      )
    })

    test('a database from which a newer version took something away is refused and stays as it is', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write('0003-newer.contract.sql', 'DROP TABLE a; CREATE TABLE newer (id TEXT);')
      await bench.run()
      bench.remove('0003-newer.contract.sql')
      bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
      const before = await bench.state()
      await assert.rejects(bench.run(), isStartFault('0003-newer.contract.sql'))
      await assert.rejects(requireSchema(bench.db, bench.folder), isStartFault('0003-newer.contract.sql'))
      assert.deepEqual(await bench.state(), before)
      assert.deepEqual(await bench.tables(), ['migrations', 'newer'])
    })

    test('a version serves a database to which a newer one has only added something, and leaves that there', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write('0002-newer.sql', 'ALTER TABLE a ADD COLUMN more TEXT;')
      await bench.run()
      bench.remove('0002-newer.sql')
      const before = await bench.state()
      await requireSchema(bench.db, bench.folder)
      assert.deepEqual(await bench.run(), [])
      assert.deepEqual(await bench.state(), before)
      assert.deepEqual((await schemaState(bench.db, bench.folder)).newer, ['0002-newer.sql'])
    })

    test('a migration on request is applied only when asked for, once, and then refuses versions that do not know it', async () => {
      await using bench = await openBench(engine)
      const name = '0002-closed.contract.sql'
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write(`on-request/${name}`, '-- Nothing changes but who may open the database.')
      assert.deepEqual(await bench.run(), ['0001-a.sql'])
      await requireSchema(bench.db, bench.folder)
      assert.equal(await appliedAt(bench.db, name), undefined)

      const ask = (now: number) =>
        bench.db.transaction((tx) => applyOnRequest(tx, { folder: bench.folder, name, now }))
      assert.deepEqual([await ask(1), await ask(2), await appliedAt(bench.db, name)], [true, false, 1])
      await requireSchema(bench.db, bench.folder)
      assert.deepEqual(await bench.run(), [])

      bench.remove(`on-request/${name}`)
      await assert.rejects(bench.run(), isStartFault(name))
      await assert.rejects(requireSchema(bench.db, bench.folder), isStartFault(name))
    })

    test('a schema that is older than the version is reported, with what to do', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      await bench.run()
      bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
      await assert.rejects(
        requireSchema(bench.db, bench.folder),
        isStartFault('0002-b.sql not applied). Run latchkey migrate'),
      )
      await bench.run()
      await requireSchema(bench.db, bench.folder)
    })

    test('each engine applies its own file of a pair', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write('0002-b.sqlite.sql', 'CREATE TABLE b (engine TEXT); PRAGMA user_version = 2;')
      bench.write(
        '0002-b.postgres.sql',
        'CREATE TABLE b (engine TEXT); CREATE INDEX b_hash ON b USING hash (engine);',
      )
      assert.deepEqual(await bench.run(), ['0001-a.sql', `0002-b.${engine}.sql`])
      assert.deepEqual(await bench.run(), [])
    })

    test('a file that is no longer the one that was applied is refused, and nothing after it is applied', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      await bench.run()
      bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
      const before = await bench.state()
      for (const script of ['CREATE TABLE a (id TEXT); ', 'CREATE TABLE a (id INTEGER);', '']) {
        bench.write('0001-a.sql', script)
        await assert.rejects(bench.run(), isStartFault('0001-a.sql'))
        assert.deepEqual(await bench.state(), before)
      }
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      await bench.run()
      assert.deepEqual(await bench.tables(), ['a', 'b', 'migrations'])
    })

    test('a script that fails in the middle leaves nothing of itself, and what came before it stays', async () => {
      const broken = "CREATE TABLE b (id TEXT); INSERT INTO a VALUES ('b'); INSERT INTO nowhere VALUES (1);"
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT);')
      bench.write('0002-b.sql', `${broken} CREATE TABLE c (id TEXT);`)
      bench.write('0003-d.sql', 'CREATE TABLE d (id TEXT);')
      await assert.rejects(bench.run(), /nowhere/)
      assert.deepEqual(await bench.tables(), ['a', 'migrations'])
      assert.equal((await bench.db.query`SELECT id FROM a`).length, 0)
      // The next run finds the corrected script, and continues with it.
      bench.write('0002-b.sql', 'CREATE TABLE b (id TEXT);')
      assert.deepEqual(await bench.run(), ['0002-b.sql', '0003-d.sql'])
      assert.equal((await recorded(bench.db)).length, 3)
    })

    test('a first script that fails leaves an empty database', async () => {
      await using bench = await openBench(engine)
      bench.write('0001-a.sql', 'CREATE TABLE a (id TEXT); CREATE TABLE a (id TEXT);')
      await assert.rejects(bench.run(), /already exists/)
      assert.deepEqual(await bench.tables(), [])
    })

    for (const service of ['users', 'auth']) {
      test(`the migrations of the ${service} service make a new database, once`, async () => {
        const migrations = new URL(`../../${service}/migrations/`, import.meta.url)
        await using bench = await openBench(engine)
        await migrate(bench.db, migrations, bench.clock)
        const before = await bench.state()
        await migrate(bench.db, migrations, bench.clock)
        assert.deepEqual(await bench.state(), before)
        for (const { name, checksum } of await recorded(bench.db)) {
          const script = readFileSync(new URL(name, migrations))
          assert.equal(checksum, createHash('sha256').update(script).digest('hex'), name)
        }
        assert.ok((await bench.tables()).length > 3)
      })
    }

    test('a changed file is refused before anything else is applied', async () => {
      await using bench = await openBench(engine)
      bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
      bench.write('0003.sql', 'CREATE TABLE three (id TEXT);')
      await bench.run()
      const before = await bench.state()
      bench.write('0002.sql', 'CREATE TABLE two (id TEXT);')
      bench.write('0003.sql', 'CREATE TABLE three (id TEXT, more TEXT);')
      await assert.rejects(bench.run(), isStartFault('0003.sql'))
      assert.deepEqual(await bench.state(), before)
    })

    test('a script that fails is named, and the database goes on', async () => {
      await using bench = await openBench(engine)
      bench.write('0001.sql', 'CREATE TABLE one (id TEXT); CREATE TABLE one (id TEXT);')
      await assert.rejects(bench.run(), isStartFault('0001.sql'))
      bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
      await bench.run()
      assert.ok((await bench.tables()).includes('one'))
    })

    test('two migrations that start at once on a new database both succeed', async () => {
      await using bench = await openBench(engine)
      bench.write('0001.sql', 'CREATE TABLE one (id TEXT);')
      await Promise.all([bench.run(), bench.run()])
      assert.equal((await recorded(bench.db)).length, 1)
    })
  })
