import { fdatasync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database.ts'
import { newId } from '#runtime/ids.ts'
import { migrate } from '#runtime/migrate.ts'
import { openSqlite } from '#runtime/sqlite.ts'
import { temporaryFolder } from '#tests/system.ts'
import { userMigrations } from '#users/service.ts'
import { insertUser } from '#users/user-store.ts'
import { median, printFigures } from './figures.ts'

const rounds = 5
const atOnce = 64
const rows = 6_400

interface Measured {
  perSecond: number
  rowsPerSync: number
  longestDelayMs: number
}

/** New users on the embedded database: one commit each, and 64 at once, which share theirs. */
export async function measureGroupCommit(): Promise<void> {
  const folder = temporaryFolder()
  let syncs = 0
  const sync = promisify(fdatasync)
  const db = openSqlite(join(folder, 'users.db'), {
    exclusive: true,
    onLostWrites: (cause) => {
      throw cause
    },
    sync: (fd) => {
      syncs++
      return sync(fd)
    },
  })
  await migrate(db, userMigrations, systemClock)
  const measure = async (count: number, together: number): Promise<Measured> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    syncs = 0
    delay.enable()
    const startedAt = performance.now()
    for (let made = 0; made < count; made += together)
      await Promise.all(Array.from({ length: together }, () => makeUser(db)))
    const seconds = (performance.now() - startedAt) / 1000
    delay.disable()
    return { perSecond: count / seconds, rowsPerSync: count / syncs, longestDelayMs: delay.max / 1e6 }
  }
  await measure(rows / 8, atOnce)
  const alone: Measured[] = []
  const shared: Measured[] = []
  const blocking: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure(rows / 8, 1))
    shared.push(await measure(rows, atOnce))
    blocking.push(onTheLoop(join(folder, 'floor.db'), rows / 8))
  }
  await db.close()
  rmSync(folder, { recursive: true })
  process.stdout.write('new users on the embedded database, each acknowledged behind a sync\n')
  printFigures(
    'one at a time',
    alone.map((one) => one.perSecond),
    'rows/s',
  )
  printFigures(
    `${atOnce} at once`,
    shared.map((one) => one.perSecond),
    'rows/s',
  )
  printFigures(
    'rows in a sync',
    shared.map((one) => one.rowsPerSync),
    'rows',
  )
  printFigures(
    'longest delay of the event loop',
    shared.map((one) => one.longestDelayMs),
    'ms',
  )
  printFigures('floor: node:sqlite, synchronous=FULL, on the event loop, one at a time', blocking, 'rows/s')
  const ratio = median(shared.map((one) => one.perSecond)) / median(alone.map((one) => one.perSecond))
  process.stdout.write(
    `  ${atOnce} at once over one at a time: ${ratio.toFixed(1)}x (at least 10x is wanted)\n`,
  )
}

const makeUser = (db: Database): Promise<void> =>
  db.transaction((tx) => {
    const id = newId(Date.now())
    const user = {
      id,
      username: id,
      email: `${id}@example.com`,
      name: null,
      locale: null,
      role: 'user',
      status: 'active',
      emailVerifiedAt: null,
      hasPassword: false,
      metadata: {},
      sessionEpoch: 0,
      version: 1,
      createdAt: Date.now(),
      updatedAt: Date.now(),
      lastLoginAt: null,
    } as const
    return insertUser(tx, user, { usernameKey: id, emailKey: user.email, passwordHash: null })
  })

/** What a commit costs where nothing is shared and the loop waits for the disk. */
function onTheLoop(path: string, count: number): number {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, username TEXT, email TEXT);
    CREATE UNIQUE INDEX IF NOT EXISTS users_by_email ON users (email);`)
  const insert = db.prepare('INSERT INTO users (id, username, email) VALUES (?, ?, ?)')
  const startedAt = performance.now()
  for (let made = 0; made < count; made++) {
    const id = newId(Date.now())
    insert.run(id, id, `${id}@example.com`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  db.close()
  return count / seconds
}
