import { authMigrations } from '#auth/service.ts'
import { commandDatabaseOptions } from '#cli/start/data-folder.ts'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { userMigrations } from '#users/service.ts'
import { type Engine, newPostgresDatabase, type TemporaryDatabase, temporaryDatabase } from './engines.ts'

const folders = { users: userMigrations, auth: authMigrations }
type Service = keyof typeof folders
const variable = (service: Service) => `LATCHKEY_TEST_POSTGRES_${service.toUpperCase()}`

/** Creates a database with the schema of a service. Its only rows are those that the migrations insert. */
export async function migratedDatabase(engine: Engine, service: Service): Promise<TemporaryDatabase> {
  const template = process.env[variable(service)]
  if (engine === 'postgres' && template) return newPostgresDatabase(template)
  const database = await temporaryDatabase(engine)
  await migrateAt(database.url, folders[service])
  return database
}

/** Makes one migrated database per service for the whole run. Test files copy them, because migrating is slow on PostgreSQL. */
export async function makeTemplates(): Promise<AsyncDisposable> {
  const templates = new AsyncDisposableStack()
  for (const service of ['users', 'auth'] as const) {
    const { url } = templates.use(await migratedDatabase('postgres', service))
    process.env[variable(service)] = new URL(url).pathname.slice(1)
  }
  return templates
}

async function migrateAt(url: string, folder: URL): Promise<void> {
  const db = await openDatabase(url, commandDatabaseOptions)
  await migrate(db, folder, systemClock)
  await db.close()
}
