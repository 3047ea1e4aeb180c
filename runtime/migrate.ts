import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { StartFault } from './start-fault.ts'

/**
 * Brings a database to the newest schema, one transaction for each file, in order of their names. A database that
 * a newer version has already changed is refused untouched: this version cannot know what it would break.
 */
export async function migrate(db: Database, folder: URL, clock: Clock): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const applied = await appliedMigrations(db)
  for (const name of applied.keys()) {
    if (!files.includes(name)) {
      throw new StartFault([
        `The database was changed by a newer version of Latchkey (it has the migration ${name}, which this version does not know). Nothing was changed. Start the newer version, or restore a backup.`,
      ])
    }
  }
  for (const name of files) {
    const script = readFileSync(new URL(name, folder), 'utf8')
    const checksum = createHash('sha256').update(script).digest('hex')
    const earlier = applied.get(name)
    if (earlier !== undefined && earlier !== checksum) {
      throw new StartFault([
        `The migration ${name} is not the one that the database was made with. Nothing was changed.`,
      ])
    }
    if (earlier === undefined) await apply(db, { name, script, checksum, at: clock.now() })
  }
}

async function appliedMigrations(db: Database): Promise<Map<string, string>> {
  const [table] = await db.query`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`
  if (!table) return new Map()
  const rows = await db.query<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** The script and the record of it in one transaction: a crash leaves either both or neither. */
async function apply(
  db: Database,
  migration: { name: string; script: string; checksum: string; at: number },
): Promise<void> {
  const { name, script, checksum, at } = migration
  await db.execute(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL);
    ${script}
    INSERT INTO migrations (name, checksum, applied_at) VALUES ('${name}', '${checksum}', ${at});
    COMMIT;`)
}
