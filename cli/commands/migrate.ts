import { authMigrations } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import { checkSchema, migrate, schemaState } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { userMigrations } from '#users/service.ts'
import { printJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../settings/data-folder.ts'
import { table } from '../table.ts'

/** Brings both databases to the schema of this version; with `--dry-run` it only says what it would do. */
export async function migrateCommand(
  settings: AllSettings,
  { 'dry-run': isDryRun, json }: { 'dry-run': boolean; json: boolean },
): Promise<void> {
  makeDataFolder(settings.data)
  const urls = databaseUrls(settings)
  // Both databases are checked first, so that if one has the schema of a newer version, the other stays
  // unchanged too.
  await checkOne(urls.users, userMigrations)
  await checkOne(urls.auth, authMigrations)
  const rows = [
    ...(await migrateOne('users', urls.users, userMigrations, isDryRun)),
    ...(await migrateOne('auth', urls.auth, authMigrations, isDryRun)),
  ]
  if (json) {
    const data = rows.map(([service, migration, state]) => ({
      service,
      migration,
      state: state?.replace(' ', '_'),
    }))
    return printJson({ data })
  }
  process.stdout.write(table([['SERVICE', 'MIGRATION', 'STATUS'], ...rows]))
}

async function checkOne(url: string, folder: URL): Promise<void> {
  const db = await openDatabase(url, commandDatabaseOptions)
  await checkSchema(db, folder).finally(() => db.close())
}

async function migrateOne(service: string, url: string, folder: URL, isDryRun: boolean): Promise<string[][]> {
  const db = await openDatabase(url, commandDatabaseOptions)
  try {
    const { applied, pending } = await schemaState(db, folder)
    const now = isDryRun ? [] : await migrate(db, folder, systemClock)
    const stateOf = (name: string) =>
      isDryRun ? 'pending' : now.includes(name) ? 'applied now' : 'applied before'
    return [
      ...applied.map((name) => [service, name, 'applied before']),
      ...pending.map(({ name }) => [service, name, stateOf(name)]),
    ]
  } finally {
    await db.close()
  }
}
