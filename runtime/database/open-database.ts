import { existsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import type { Metric } from '../metrics/metrics.ts'
import { setting } from '../settings.ts'
import { clockSkewMetrics, clockSkewOf } from './clock-skew.ts'
import type { Database } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { checkSchema, migrate, requireSchema } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { watchWrites } from './watch-writes.ts'

/** Opens a database by its URL: `sqlite:PATH` or `postgres://…`. @throws {StartFault} */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const path = sqlitePath(url)
  if (path !== undefined) return openSqlite(path, options)
  // The driver of PostgreSQL is loaded only when it is needed, because a start with SQLite, the default, would otherwise load
  // it for nothing.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(url, options)
}

/**
 * Awaits a step of opening a service. If it fails, the database is closed: its connections would keep a process alive that could not
 * start.
 */
export async function closingOnFailure<T>(db: Database, step: Promise<T>): Promise<T> {
  return step.catch(async (error: unknown) => {
    await db.close()
    throw error
  })
}

/**
 * Opens a database with the schema of this version. An embedded database is migrated; PostgreSQL must have the schema already.
 * @throws {StartFault}
 */
export async function openMigrated(
  url: string,
  migrations: URL,
  options: DatabaseOptions & { clock: Clock },
): Promise<Database> {
  const db = await openDatabase(url, options)
  try {
    if (db.engine === 'sqlite') await migrate(db, migrations, options.clock)
    else await requireSchema(db, migrations)
    const watched = watchWrites(options.trace ? options.trace(db) : db, options.clock)
    if (db.engine === 'sqlite') return watched
    const clockSkew = clockSkewOf(db)
    await clockSkew.measure()
    return { ...watched, clockSkew }
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Refuses a database that this version cannot serve, and changes nothing. An embedded database need not exist
 * yet. The time limits are those of the service, because its database may be far away or busy.
 * @throws {StartFault}
 */
export async function checkDatabase(url: string, migrations: URL, statementMs: number): Promise<void> {
  const path = sqlitePath(url)
  if (path !== undefined && !existsSync(path)) return
  const db = await openDatabase(url, { connections: 1, statementMs, exclusive: false, onLostWrites() {} })
  try {
    if (db.engine === 'sqlite') await checkSchema(db, migrations)
    else await requireSchema(db, migrations)
  } finally {
    await db.close()
  }
}

export const lookUpMetric = {
  name: 'latchkey_database_look_ups',
  help: 'On PostgreSQL: look-ups by one key, and the queries that they shared.',
  label: 'what',
} as const

/**
 * Counts look-ups and the queries that they shared, on PostgreSQL. The more look-ups share a query, the better
 * it keeps up with many requests.
 */
const lookUpMetrics = ({ lookUps }: Database): Metric[] =>
  lookUps ? [{ ...lookUpMetric, read: async () => new Map(Object.entries(lookUps())) }] : []

/** Returns whether the database answers a query, and whether it takes writes. */
export async function healthOf(
  db: Pick<Database, 'query' | 'takesWrites'>,
): Promise<'ok' | 'unavailable' | 'unwritable'> {
  try {
    await db.query`SELECT name FROM migrations LIMIT 1`
  } catch {
    // The reply gives no cause, because anybody may request the health. The cause is in the log of the
    // requests that need the database.
    return 'unavailable'
  }
  return (await db.takesWrites?.()) === false ? 'unwritable' : 'ok'
}

/** Returns the metrics of a database, and a metric that says whether it answers. */
export const databaseMetrics = (db: Database): Metric[] => [
  {
    name: 'latchkey_database_up',
    help: '1 if the database responds to queries and accepts writes, otherwise 0.',
    isOfDatabase: true,
    read: async () => new Map([['', (await healthOf(db)) === 'ok' ? 1 : 0]]),
  },
  ...(db.metrics ?? []),
  ...lookUpMetrics(db),
  ...clockSkewMetrics(db),
]

/** Returns the path in a URL `sqlite:PATH`; undefined for the URL of another engine. */
export const sqlitePath = (url: string): string | undefined => /^sqlite:(.+)$/.exec(url)?.[1]

/**
 * A setting that names a database. Its URL may hold a secret, so it may come from a file, and is shown
 * without the secret.
 */
export const databaseUrl = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (url) => {
    if (sqlitePath(url) !== undefined) return url
    if (!/^postgres(ql)?:\/\/[^/]/.test(url)) throw new Error('is not sqlite:PATH or postgres://…')
    return url
  }),
  secret: true,
  show: (url: string) => withoutSecret(url).replace(/([?&]pass\w*=)[^&]*/, '$1********'),
})

/** Hides the secret in a URL. The user name and the secret may contain an `@`: the last `@` before the path ends them. */
function withoutSecret(url: string): string {
  const shown = url.replace(/^(\w+:\/\/[^:/?#]*):[^/?#]*@/, '$1:********@')
  // A secret that contains a `/` ends at the next `@`.
  return shown === url ? url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1:********@') : shown
}
