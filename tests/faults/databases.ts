import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens a database, which makes SQLite recover it, and checks the integrity of all its pages. */
export function openWhole(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 60_000 })
  try {
    const said = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    if (said !== 'ok') throw new Error(`${said}`)
    return database
  } catch (cause) {
    database.close()
    throw new Error(`${path}: ${(cause as Error).message}`, { cause })
  }
}

/** Returns the damage that is found in the databases of services that have ended. */
export function damageIn(data: string): string[] {
  return ['users.db', 'auth.db'].flatMap((name) => {
    try {
      openWhole(join(data, name)).close()
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })
}

/** Returns how many pages of the write-ahead log a checkpoint has not written into the database file yet. */
export function pagesWaiting(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true })
  const looked = database.prepare('PRAGMA wal_checkpoint(NOOP)').get() as {
    log: number
    checkpointed: number
  }
  return looked.log - looked.checkpointed
}
