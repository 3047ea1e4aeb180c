import { fdatasync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openSqlite } from '#runtime/database/sqlite.ts'
import { newId } from '#runtime/ids.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { insertUser } from '#users/core/user-store.ts'
import { userMigrations } from '#users/service.ts'
import { ratios, type Sample } from '../figures.ts'
import { runScript } from '../own-process.ts'
import { check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'

const atOnce = 64

export const groupCommit: Scenario = {
  name: 'group-commit',
  measures:
    'New users on the embedded database, each acknowledged once it is on the disk: one at a time, and 64 at once, which share their commits.',
  async run({ rounds, seconds }) {
    const folder = temporaryFolderOnDisk()
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
    async function insertRows(together: number): Promise<Sample> {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      syncs = 0
      delay.enable()
      const startedAt = performance.now()
      const made = await Promise.all(
        Array.from({ length: together }, () => insertUntil(db, startedAt + seconds * 1_000)),
      )
      const rows = made.reduce((total, one) => total + one, 0)
      const perSecond = (rows * 1_000) / (performance.now() - startedAt)
      delay.disable()
      return { perSecond, rowsInSync: rows / syncs, longestDelayMs: delay.max / 1e6 }
    }
    const floor = (rowsInCommit: number) => () =>
      runScript<object, Sample>('floors/sqlite.ts', { seconds, rowsInCommit })
    const samples = await inTurns(rounds, {
      'bare node:sqlite, 1 in a commit': floor(1),
      'latchkey, one at a time': () => insertRows(1),
      'bare node:sqlite, 64 in a commit': floor(atOnce),
      'latchkey, 64 at once': () => insertRows(atOnce),
    })
    await db.close()
    rmSync(folder, { recursive: true })
    const [alone, together] = [samples['latchkey, one at a time'], samples['latchkey, 64 at once']]
    const bare = samples['bare node:sqlite, 64 in a commit']
    return {
      contestants: contestantsOf(samples),
      checks: [
        check('64 at once over one at a time', 'x', ratios(together, alone, 'perSecond'), { atLeast: 10 }),
        check('64 at once over bare node:sqlite', 'x', ratios(together, bare, 'perSecond')),
      ],
      notes: ['The functions of the product in the process that measures; the floor blocks its event loop.'],
    }
  },
}

async function insertUntil(db: Database, end: number): Promise<number> {
  for (let rows = 0; ; rows++) {
    if (performance.now() > end) return rows
    await makeUser(db)
  }
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
      kept: null,
      factorsVersion: 0,
      version: 1,
      createdAt: Date.now(),
      updatedAt: Date.now(),
      lastLoginAt: null,
    } as const
    return insertUser(tx, user, { usernameKey: id, emailKey: user.email, passwordHash: null })
  })
