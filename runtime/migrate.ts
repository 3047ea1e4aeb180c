import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Clock } from './clock.ts'
import type { Database, Sql } from './database.ts'
import { StartFault } from './start-fault.ts'

/**
 * Brings a database to the newest schema, one transaction for each file, in order of their names.
 * @throws {StartFault} before anything is changed, when `checkSchema` would; and when a script fails
 */
export async function migrate(db: Database, folder: URL, clock: Clock): Promise<void> {
  for (const migration of await pendingMigrations(db, folder)) await apply(db, migration, clock)
}

/**
 * Changes nothing. A database that a newer version has changed is refused: this version cannot know what it would
 * break. So is one that was made by other scripts than ours.
 */
export async function checkSchema(db: Sql, folder: URL): Promise<void> {
  await pendingMigrations(db, folder)
}

async function pendingMigrations(db: Sql, folder: URL): Promise<Migration[]> {
  const applied = await appliedMigrations(db)
  const known = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(folder, name))
  for (const name of applied.keys()) {
    if (!known.some((migration) => migration.name === name)) {
      throw new StartFault([
        `The database was changed by a newer version of Latchkey (it has the migration ${name}, which this version does not know). Nothing was changed. Start the newer version, or restore a backup.`,
      ])
    }
  }
  const isOther = ({ name, checksum }: Migration) => applied.has(name) && applied.get(name) !== checksum
  const other = known.find(isOther)
  if (other) {
    throw new StartFault([
      `The migration ${other.name} is not the one that the database was made with. Nothing was changed.`,
    ])
  }
  return known.filter(({ name }) => !applied.has(name))
}

interface Migration {
  name: string
  script: string
  checksum: string
}

function readMigration(folder: URL, name: string): Migration {
  const script = readFileSync(new URL(name, folder), 'utf8')
  return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
}

async function appliedMigrations(db: Sql): Promise<Map<string, string>> {
  const [table] = await db.query`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`
  if (!table) return new Map()
  const rows = await db.query<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** The script and the record of it in one transaction: a crash leaves either both or neither. */
async function apply(db: Database, { name, script, checksum }: Migration, clock: Clock): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      // Another process may have been faster since the list was read.
      if ((await appliedMigrations(tx)).has(name)) return
      await tx.execute(script)
      await tx.execute(
        'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
      )
      await tx.query`INSERT INTO migrations (name, checksum, applied_at) VALUES (${name}, ${checksum}, ${clock.now()})`
    })
  } catch (cause) {
    throw new StartFault(
      [`The migration ${name} failed: ${(cause as Error).message}. Nothing of it was kept.`],
      { cause },
    )
  }
}
