import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, readlinkSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { Sql } from './database.ts'
import { openDatabase } from './open-database.ts'
import { rememberRows } from './remembered-rows.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

const options = { exclusive: true, onLostWrites: assert.fail }

async function openWithRows(path: string, more: Partial<SqliteOptions> = {}) {
  const db = openSqlite(path, { ...options, ...more })
  await db.execute(`CREATE TABLE IF NOT EXISTS things (id TEXT PRIMARY KEY, state TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS versions (id TEXT PRIMARY KEY, version BIGINT NOT NULL);
    INSERT INTO things (id, state) VALUES ('a', 'new'), ('b', 'new'), ('c', 'new') ON CONFLICT DO NOTHING;
    INSERT INTO versions (id, version) VALUES ('all', 1) ON CONFLICT DO NOTHING;`)
  return db
}

interface Thing {
  state: string
  version: number
}

const findThing = async (db: Sql, id: string): Promise<Thing | undefined> => {
  const [row] = await db.query<Thing>`
    SELECT state, (SELECT version FROM versions) AS version FROM things WHERE id = ${id}`
  return row
}

const rememberThings = (db: Awaited<ReturnType<typeof openWithRows>>) =>
  rememberRows(db, { table: 'things', besides: ['versions'], max: 2 }, (id) => findThing(db, id))

const use = (tx: Sql, id: string) => tx.query`UPDATE things SET state = 'used' WHERE id = ${id}`

test('a row is remembered until a commit changes it, and the others stay', async () => {
  await using db = await disposable(openWithRows(join(temporaryFolder(), 'a.db')))
  const things = rememberThings(db)
  assert.equal(things.remembered('a'), undefined)
  const found = await things.find('a')
  assert.deepEqual({ ...found }, { state: 'new', version: 1 })
  assert.equal(things.remembered('a'), found)
  await things.find('b')

  await db.transaction((tx) => use(tx, 'a'))
  assert.equal(things.remembered('a'), undefined)
  assert.equal(things.remembered('b')?.state, 'new')
  assert.equal((await things.find('a'))?.state, 'used')

  await db.query`DELETE FROM things WHERE id = ${'a'}`
  assert.equal(things.remembered('a'), undefined)
  assert.equal(await things.find('a'), undefined)
  await db.query`INSERT INTO things (id, state) VALUES (${'a'}, ${'newer'})`
  assert.equal((await things.find('a'))?.state, 'newer')
})

test('a change of a table that the rows also depend on makes all of them be read again', async () => {
  await using db = await disposable(openWithRows(join(temporaryFolder(), 'a.db')))
  const things = rememberThings(db)
  await things.find('a')
  await db.query`UPDATE versions SET version = 2 WHERE id = ${'all'}`
  assert.equal(things.remembered('a'), undefined)
  assert.equal((await things.find('a'))?.version, 2)
})

test('what was rolled back has changed nothing', async () => {
  await using db = await disposable(openWithRows(join(temporaryFolder(), 'a.db')))
  const things = rememberThings(db)
  const found = await things.find('a')
  await assert.rejects(
    db.transaction(async (tx) => {
      await use(tx, 'a')
      throw new Error('no')
    }),
  )
  assert.deepEqual({ ...(things.remembered('a') ?? (await things.find('a'))) }, { ...found })
})

test('a change counts from the moment that it is acknowledged, not before', async () => {
  let reached = () => {}
  let goOn = () => {}
  let isHeld = false
  await using db = await disposable(
    openWithRows(join(temporaryFolder(), 'a.db'), {
      sync: async () => {
        if (!isHeld) return
        reached()
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      },
    }),
  )
  const things = rememberThings(db)
  await things.find('a')
  isHeld = true
  const isSyncing = new Promise<void>((resolve) => {
    reached = resolve
  })
  const done = db.transaction((tx) => use(tx, 'a')).then(() => things.remembered('a'))
  await isSyncing
  // Before the sync returns, a power cut could still undo the change, so that the old row is valid. A reader
  // may get the old row now, but it must not be remembered after the acknowledgement.
  assert.equal(things.remembered('a')?.state, 'new')
  assert.equal((await things.find('b'))?.state, 'new')
  const reading = things.find('a')
  goOn()
  assert.equal(await done, undefined)
  await reading
  assert.equal(things.remembered('a')?.state ?? 'used', 'used')
  assert.equal((await things.find('a'))?.state, 'used')
})

test('a row that is changed while it is being read is not remembered', async () => {
  await using db = await disposable(openWithRows(join(temporaryFolder(), 'a.db')))
  const things = rememberRows(db, { table: 'things', besides: [], max: 2 }, async (id) => {
    const found = await findThing(db, id)
    await db.transaction((tx) => use(tx, id))
    return found
  })
  assert.equal((await things.find('a'))?.state, 'new')
  assert.equal(things.remembered('a'), undefined)
})

test('a change by another process counts before it is acknowledged to that process', async () => {
  const path = join(temporaryFolder(), 'a.db')
  await using db = await disposable(openWithRows(path))
  await using other = await disposable(openWithRows(path, { exclusive: false }))
  const things = rememberThings(db)
  for (let round = 0; round < 20; round++) {
    const state = `round ${round}`
    await things.find('a')
    assert.ok(things.remembered('a'))
    await other.query`UPDATE things SET state = ${state} WHERE id = ${'a'}`
    assert.equal(things.remembered('a'), undefined)
    assert.equal((await things.find('a'))?.state, state)
  }
})

test('no row is remembered while it is unknown whether another process has changed it', async () => {
  const path = join(temporaryFolder(), 'a.db')
  await using db = await disposable(openWithRows(path))
  const things = rememberThings(db)
  await things.find('a')
  const other = await openWithRows(path, { exclusive: false })
  await use(other, 'a')
  await other.close()
  emptyTheLog(path)
  const restore = breakHeader(path)
  for (let time = 0; time < 3; time++) assert.equal(things.remembered('a'), undefined)
  restore()
  assert.equal(things.remembered('a'), undefined)
  assert.equal((await things.find('a'))?.state, 'used')
})

test('no more rows are remembered than there is room for, and the oldest is forgotten first', async () => {
  await using db = await disposable(openWithRows(join(temporaryFolder(), 'a.db')))
  const things = rememberThings(db)
  for (const id of ['a', 'b', 'c']) await things.find(id)
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => things.remembered(id)?.state),
    [undefined, 'new', 'new'],
  )
})

test('on PostgreSQL, where others write too, nothing is remembered', async () => {
  await using stored = await temporaryDatabase('postgres')
  await using db = await disposable(openDatabase(stored.url, patientOptions(2)))
  const things = rememberRows(db, { table: 'things', besides: [], max: 2 }, async () => 'row')
  assert.equal(await things.find('a'), 'row')
  assert.equal(things.remembered('a'), undefined)
})

async function disposable<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): Promise<T & AsyncDisposable> {
  const opened = await opening
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}

/** Empties the write-ahead log, so that everything must be read from the database file again. */
function emptyTheLog(path: string): void {
  const connection = new DatabaseSync(path)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

function breakHeader(path: string): () => void {
  const file = openSync(path, 'r+')
  const header = Buffer.alloc(100)
  readSync(file, header, 0, header.length, 0)
  writeSync(file, Buffer.alloc(header.length), 0, header.length, 0)
  return () => {
    writeSync(file, header, 0, header.length, 0)
    closeSync(file)
  }
}

/** Returns the temporary files of SQLite. They are open and have no name any more. */
const temporaryFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    .filter((path) => path.includes('etilqs'))

test('a transaction that changes many rows writes no temporary file', {
  skip: process.platform !== 'linux' && 'Only Linux tells which files are open.',
}, async () => {
  await using files = await temporaryDatabase('sqlite')
  const db = await openWithRows(files.url.slice('sqlite:'.length))
  rememberThings(db)
  const long = 'x'.repeat(4_000)
  await db.transaction(async (tx) => {
    for (let at = 0; at < 64; at++)
      await tx.query`INSERT INTO things (id, state) VALUES (${`${at}`}, ${long})`
  })
  const seen = await db.transaction(async (tx) => {
    for (let at = 0; at < 64; at++) await use(tx, `${at}`)
    return temporaryFiles()
  })
  assert.deepEqual(seen, [])
  await db.close()
})
