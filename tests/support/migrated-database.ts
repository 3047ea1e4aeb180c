import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { authMigrations } from '#auth/service.ts'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { userMigrations } from '#users/service.ts'
import { type Engine, newPostgresDatabase, type TemporaryDatabase, temporaryDatabase } from './engines.ts'
import type { Cluster } from './postgres-cluster.ts'
import { runFolder } from './run-folder.ts'

const folders = { users: userMigrations, auth: authMigrations }
type Service = keyof typeof folders
const variable = (service: Service) => `LATCHKEY_TEST_POSTGRES_${service.toUpperCase()}`

/** Creates a database with the schema of a service. Its only rows are those that the migrations insert. */
export async function migratedDatabase(engine: Engine, service: Service): Promise<TemporaryDatabase> {
  const template = process.env[variable(service)]
  if (engine === 'postgres' && template) return newPostgresDatabase(template)
  const database = await temporaryDatabase(engine)
  const path = sqlitePath(database.url)
  if (path === undefined || !copyOfRun(service, path)) await migrateAt(database.url, folders[service])
  return database
}

/**
 * Copies the embedded databases that a system needs into its folder, with the schema and without rows. When a test file
 * runs alone there are no templates, and the start of the system creates the databases.
 */
export function placeDatabases(data: string, services: 'both' | Service): void {
  for (const service of services === 'both' ? (['users', 'auth'] as const) : [services])
    copyOfRun(service, join(data, `${service}.db`))
}

/** Copies the SQLite template of this run. Returns false when there is none. */
function copyOfRun(service: Service, path: string): boolean {
  const folder = runFolder()
  const file = folder && join(folder, `${service}.db`)
  if (!file || !existsSync(file)) return false
  copyFileSync(file, path)
  return true
}

/** Makes one migrated database per service and engine for the whole run. Test files copy them, because migrating takes longer. */
export async function makeTemplates(): Promise<AsyncDisposable> {
  const templates = new AsyncDisposableStack()
  for (const service of ['users', 'auth'] as const) {
    const { url } = templates.use(await migratedDatabase('postgres', service))
    process.env[variable(service)] = new URL(url).pathname.slice(1)
    const folder = runFolder()
    if (folder) await migrateAt(`sqlite:${join(folder, `${service}.db`)}`, folders[service])
  }
  return templates
}

/** Creates a database with the schema of a service in a cluster of its own, and returns its URL. */
export async function migratedIn(cluster: Cluster, service: Service): Promise<string> {
  const url = await cluster.createDatabase()
  await migrateAt(url, folders[service])
  return url
}

async function migrateAt(url: string, folder: URL): Promise<void> {
  const db = await openDatabase(url, commandDatabaseOptions)
  await migrate(db, folder, systemClock)
  await db.close()
}
