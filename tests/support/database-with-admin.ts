import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log/log.ts'
import { openUsers } from '#users/service.ts'
import { makeFirstAdmin } from '#users/sign-up/first-admin.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { newPostgresDatabase, type TemporaryDatabase } from './engines.ts'
import { migratedDatabase } from './migrated-database.ts'
import { runFolder } from './run-folder.ts'

const fileName = 'admin-password'
/**
 * The environment variable with the name of the template database of this run, which has the first admin. The password of
 * the admin is in the folder of the run.
 */
const template = 'LATCHKEY_TEST_POSTGRES_WITH_ADMIN'

/**
 * Creates a PostgreSQL database of the user service that contains the first admin. The password is in a file in the
 * folder, as after the first start on SQLite.
 */
export async function databaseWithAdmin(data: string): Promise<TemporaryDatabase> {
  const [from, made] = [process.env[template], runFolder()]
  if (from === undefined || made === undefined) return makeDatabase(data)
  copyFileSync(join(made, fileName), join(data, fileName))
  return newPostgresDatabase(from)
}

/**
 * Creates the template database with the first admin for the whole run. Test files copy it, because creating the admin
 * takes longer than a copy.
 */
export async function makeAdminTemplate(): Promise<AsyncDisposable> {
  const database = await makeDatabase(runFolder() ?? '')
  process.env[template] = new URL(database.url).pathname.slice(1)
  return database
}

async function makeDatabase(data: string): Promise<TemporaryDatabase> {
  const database = await migratedDatabase('postgres', 'users')
  const users = await openUsers({
    databaseUrl: database.url,
    database: commandDatabaseOptions,
    authUrl: '',
    serviceToken: '',
    masterKeys: [],
    publicUrl: '',
    policy: {
      signup: 'open',
      signUpsPerMinute: 5,
      requiresVerifiedEmail: false,
      allowsPrivateTargets: false,
    },
    passwordHashing: { cost: cheapPasswords },
    clock: systemClock,
    log: createLog('silent'),
  })
  await makeFirstAdmin(users, { passwordFile: join(data, fileName) })
  await users.db.close()
  return database
}
