import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#runtime/clock.ts'
import type { Database, Sql } from '#runtime/database/database.ts'
import { openMigrated, sqlitePath } from '#runtime/database/open-database.ts'
import { openExisting } from '../open-existing.ts'
import { commandDatabaseOptions } from '../settings/data-folder.ts'

/** The error that rolls a transaction back once the result of its work is known. */
class Rehearsed extends Error {}

/** Returns a database whose transactions do their work and are rolled back. */
const rehearsing = (db: Database): Database => ({
  ...db,
  async transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const results: T[] = []
    try {
      await db.transaction(async (tx) => {
        results.splice(0, 1, await work(tx))
        throw new Rehearsed()
      })
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error
    }
    return results[0] as T
  },
})

/**
 * Opens a database for a dry run, which changes nothing. If the embedded database does not exist yet, a temporary empty one takes
 * its place.
 */
export async function openForRehearsal(url: string, migrations: URL): Promise<Database> {
  const path = sqlitePath(url)
  if (path === undefined || existsSync(path)) return rehearsing(await openExisting(url, migrations))
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dry-run-'))
  const empty = await openMigrated(`sqlite:${join(folder, 'empty.db')}`, migrations, {
    ...commandDatabaseOptions,
    clock: systemClock,
  })
  return {
    ...rehearsing(empty),
    async close() {
      await empty.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
