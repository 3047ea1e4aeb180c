import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { messageOf } from '../log/thrown.ts'
import { StartFault } from '../start-fault.ts'
import type { Database, Sql } from './database.ts'

/**
 * Brings a database to the newest schema, with a transaction for each file in the order of their names. After a crash the next
 * run goes on with the files that are missing. Returns the names of the files that it applied.
 * @throws {StartFault} when `checkSchema` would, before anything is changed; and when a script fails
 */
export async function migrate(db: Database, folder: URL, clock: Clock): Promise<string[]> {
  await requireUtf8(db)
  const { pending } = await schemaState(db, folder)
  const applied: string[] = []
  for (const migration of pending) if (await apply(db, migration, clock)) applied.push(migration.name)
  return applied
}

/**
 * Refuses a database that this version would not understand or would break: one that a newer version has closed to older ones
 * (`….contract.sql`), or one that was made by other scripts, or in another encoding than UTF8. It changes nothing. Migrations of
 * a newer version that only add to the schema are accepted: on PostgreSQL both versions serve while nodes are replaced, and on
 * SQLite an upgrade can be undone.
 * @throws {StartFault}
 */
export async function checkSchema(db: Sql, folder: URL): Promise<void> {
  await requireUtf8(db)
  await schemaState(db, folder)
}

/**
 * Refuses what `checkSchema` refuses, and also a schema that is older than this version: on PostgreSQL only
 * `latchkey migrate` changes it.
 * @throws {StartFault}
 */
export async function requireSchema(db: Sql, folder: URL): Promise<void> {
  await requireUtf8(db)
  const { pending } = await schemaState(db, folder)
  if (pending.length === 0) return
  throw new StartFault([
    `The database has not the schema of this version (${pending.map(({ name }) => name).join(', ')} not applied). Run latchkey migrate.`,
  ])
}

/** The commands that move a database to another encoding. */
export const utf8Database =
  "make one with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8', and move what is there with pg_dump and psql"

/** Returns the encoding of a PostgreSQL database that cannot hold every character; undefined where it can. */
export async function unfitEncoding(db: Sql): Promise<{ name: string; encoding: string } | undefined> {
  if (db.engine === 'sqlite') return undefined
  const [row] = await db.query<{ name: string; encoding: string }>`
    SELECT current_database() AS name, current_setting('server_encoding') AS encoding`
  return row?.encoding === 'UTF8' ? undefined : row
}

/** Refuses a database that could not store a name with a character outside its encoding. @throws {StartFault} */
async function requireUtf8(db: Sql): Promise<void> {
  const unfit = await unfitEncoding(db)
  if (unfit)
    throw new StartFault([
      `The database ${unfit.name} has the encoding ${unfit.encoding}, and must have UTF8: ${utf8Database}.`,
    ])
}

export interface SchemaState {
  applied: string[]
  pending: Migration[]
  /** The names of the applied migrations of a newer version. Each of them only adds to the schema. */
  newer: string[]
}

/**
 * The error for a schema that this version cannot use: a newer version has made it incompatible, or one of its migrations had
 * another text.
 */
export class SchemaFault extends StartFault {
  readonly kind: 'newer' | 'other_migration'
  readonly migration: string

  constructor(kind: SchemaFault['kind'], migration: string, fault: string) {
    super([fault])
    this.kind = kind
    this.migration = migration
  }
}

/** Compares the migrations of a database with those of this version. @throws {SchemaFault} */
export async function schemaState(db: Sql, folder: URL): Promise<SchemaState> {
  const applied = await appliedMigrations(db)
  const known = knownMigrations(db, folder)
  const newer = [...applied.keys()].filter((name) => !known.some((migration) => migration.name === name))
  refuseNewer(newer.filter((name) => name.endsWith(closingSuffix)))
  const isOther = ({ name, checksum }: Migration) => applied.has(name) && applied.get(name) !== checksum
  const other = known.find(isOther)
  if (other) {
    throw new SchemaFault(
      'other_migration',
      other.name,
      `The migration ${other.name} is not the one that the database was made with. Nothing was changed.`,
    )
  }
  const pending = known.filter(({ name, isOnRequest }) => !isOnRequest && !applied.has(name))
  return { applied: [...applied.keys()], pending, newer }
}

/**
 * Applies a migration of the folder `on-request`, in the transaction of the caller. Neither a start nor `latchkey migrate`
 * applies these migrations: after one, older versions can no longer use the database, so the operator chooses when. Returns false
 * when it was applied before.
 */
export async function applyOnRequest(
  tx: Sql,
  { folder, name, now }: { folder: URL; name: string; now: number },
): Promise<boolean> {
  const migration = knownMigrations(tx, folder).find((one) => one.isOnRequest && one.name === name)
  if (!migration) throw new Error(`There is no migration ${name} on request.`)
  return applyIn(tx, migration, now)
}

/** Returns when a migration was applied; undefined when it was not. */
export async function appliedAt(db: Sql, name: string): Promise<number | undefined> {
  const [row] = await db.query<{ applied_at: number }>`SELECT applied_at FROM migrations WHERE name = ${name}`
  return row?.applied_at
}

/** The end of the file name of a migration after which versions that do not know this migration must not use the database. */
const closingSuffix = '.contract.sql'

/** Refuses a database with these migrations of a newer version, if there are any. @throws {StartFault} */
export function refuseNewer([name]: readonly string[]): void {
  if (name === undefined) return
  throw new SchemaFault(
    'newer',
    name,
    `The database was changed by a newer version of Latchkey (it has the migration ${name}, which this version does not know). Nothing was changed. Start the newer version, or restore a backup.`,
  )
}

export interface Migration {
  name: string
  script: string
  checksum: string
  /** True for a migration that is applied only when an operator asks for it. */
  isOnRequest: boolean
}

/**
 * Reads the migrations of an engine. Most files are for both; of a pair `….sqlite.sql` and `….postgres.sql`,
 * each engine reads its own.
 */
function knownMigrations({ engine }: Sql, folder: URL): Migration[] {
  const otherEngine = engine === 'sqlite' ? '.postgres.' : '.sqlite.'
  const namesIn = (place: URL) =>
    readdirSync(place)
      .filter((name) => name.endsWith('.sql') && !name.includes(otherEngine))
      .sort()
  const onRequest = new URL('on-request/', folder)
  return [
    ...namesIn(folder).map((name) => ({ ...readMigration(folder, name), isOnRequest: false })),
    ...(existsSync(onRequest) ? namesIn(onRequest) : []).map((name) => ({
      ...readMigration(onRequest, name),
      isOnRequest: true,
    })),
  ]
}

function readMigration(folder: URL, name: string) {
  const script = readFileSync(new URL(name, folder), 'utf8')
  return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
}

async function appliedMigrations(db: Sql): Promise<Map<string, string>> {
  const [table] =
    db.engine === 'sqlite'
      ? await db.query`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`
      : await db.query`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL`
  if (!table) return new Map()
  const rows = await db.query<{
    name: string
    checksum: string
  }>`SELECT name, checksum FROM migrations ORDER BY name`
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

const table =
  'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)'

/**
 * Locks the table of migrations, so that two nodes do not apply the same file. SQLite has one writer anyway. On PostgreSQL the
 * wait is ten minutes, because another node's migration may take longer than any other lock is held.
 */
const takeTurn = (tx: Sql): Promise<void> =>
  tx.execute(
    tx.engine === 'sqlite'
      ? table
      : `SET LOCAL lock_timeout = '10min'; ${table}; LOCK TABLE migrations IN SHARE ROW EXCLUSIVE MODE; SET LOCAL lock_timeout = '1500ms'`,
  )

/** Applies a migration and records it in one transaction, so that a crash leaves both or neither. */
async function apply(db: Database, migration: Migration, clock: Clock): Promise<boolean> {
  try {
    return await db.transaction((tx) => applyIn(tx, migration, clock.now()))
  } catch (cause) {
    throw new StartFault(
      [`The migration ${migration.name} failed: ${messageOf(cause)}. Nothing of it was kept.`],
      { cause },
    )
  }
}

async function applyIn(tx: Sql, { name, script, checksum }: Migration, now: number): Promise<boolean> {
  await takeTurn(tx)
  if ((await appliedMigrations(tx)).has(name)) return false
  await tx.execute(script)
  await tx.query`INSERT INTO migrations (name, checksum, applied_at) VALUES (${name}, ${checksum}, ${now})`
  return true
}
