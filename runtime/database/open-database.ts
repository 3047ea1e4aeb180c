import { existsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import type { Metric } from '../metrics.ts'
import { setting } from '../settings.ts'
import type { Database } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { checkSchema, migrate, requireSchema } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** A database by its URL: `sqlite:PATH` or `postgres://…`. */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Database> {
  const path = sqlitePath(url)
  if (path !== undefined) return openSqlite(path, options)
  // Loaded when it is needed: the embedded default starts without a driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(url, options)
}

/** With the schema of this version: an embedded database is brought to it, PostgreSQL must have it already. */
export async function openMigrated(
  url: string,
  migrations: URL,
  options: DatabaseOptions & { clock: Clock },
): Promise<Database> {
  const db = await openDatabase(url, options)
  try {
    if (db.engine === 'sqlite') await migrate(db, migrations, options.clock)
    else await requireSchema(db, migrations)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Refuses a database that this version cannot serve, and changes nothing. An embedded one may be missing yet. */
export async function checkDatabase(url: string, migrations: URL): Promise<void> {
  const path = sqlitePath(url)
  if (path !== undefined && !existsSync(path)) return
  const db = await openDatabase(url, { connections: 1, exclusive: false, onLostWrites() {} })
  try {
    if (db.engine === 'sqlite') await checkSchema(db, migrations)
    else await requireSchema(db, migrations)
  } finally {
    await db.close()
  }
}

/** Fewer queries than look-ups is what makes PostgreSQL keep up with many requests at once. */
export const lookUpMetrics = ({ lookUps }: Database): Metric[] =>
  lookUps
    ? [
        {
          name: 'latchkey_database_look_ups',
          help: 'Look-ups by one key: asked for, and the queries that they shared.',
          label: 'what',
          read: async () => new Map(Object.entries(lookUps())),
        },
      ]
    : []

/** Undefined for any other engine. */
export const sqlitePath = (url: string): string | undefined => /^sqlite:(.+)$/.exec(url)?.[1]

/** A setting that names a database. Its URL may hold a secret, so it may come from a file, and is shown without. */
export const databaseUrl = (name: `LATCHKEY_${string}`, meaning: string) => ({
  ...setting(name, meaning, undefined, (url) => {
    if (sqlitePath(url) !== undefined) return url
    if (!/^postgres(ql)?:\/\/[^/]/.test(url)) throw new Error('is not sqlite:PATH or postgres://…')
    return url
  }),
  secret: true,
  show: (url: string) =>
    url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1:********@').replace(/([?&]pass\w*=)[^&]*/, '$1********'),
})
