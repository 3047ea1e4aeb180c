import { existsSync } from 'node:fs'
import type { Database } from '#runtime/database/database.ts'
import { requireSchema } from '#runtime/database/migrate.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { commandDatabaseOptions } from './settings/data-folder.ts'

/** Opens a database for a command that neither makes a database nor changes its schema. */
export async function openExisting(url: string, migrations: URL): Promise<Database> {
  requireDatabase(url)
  const db = await openDatabase(url, commandDatabaseOptions)
  try {
    await requireSchema(db, migrations)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Refuses a SQLite database that does not exist: opening it would make one in a mistyped folder. */
export function requireDatabase(url: string): void {
  const path = sqlitePath(url)
  if (path === undefined || existsSync(path)) return
  throw new StartFault([`There is no database ${path}. Start Latchkey first, or set LATCHKEY_DATA.`])
}
