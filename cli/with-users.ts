import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log/log.ts'
import type { Users } from '#users/core/users.ts'
import { openUsers } from '#users/service.ts'
import { userPolicy } from '#users/settings.ts'
import { linkBase } from './settings/addresses.ts'
import { type AllSettings, databaseUrls } from './settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder, readSecret } from './settings/data-folder.ts'
import { fixedMailBrand } from './settings/mail-brand.ts'
import { masterKeysOf } from './settings/secrets.ts'

/**
 * Runs use cases of the user service directly on its database, without HTTP, so that a command also helps when nobody can log in.
 */
export async function withUsers<T>(settings: AllSettings, work: (users: Users) => Promise<T>): Promise<T> {
  makeDataFolder(settings.data)
  const users = await openUsers(userOptions(settings))
  try {
    return await work(users)
  } finally {
    await users.db.close()
  }
}

/** The options with which a command opens the user service on its database. */
export const userOptions = (settings: AllSettings): Parameters<typeof openUsers>[0] => ({
  databaseUrl: databaseUrls(settings).users,
  database: commandDatabaseOptions,
  authUrl: settings.authUrl ?? `http://127.0.0.1:${settings.authPort}`,
  serviceToken: settings.serviceToken?.[0] ?? readSecret(settings.data, 'service-token') ?? '',
  masterKeys: masterKeysOf(settings),
  publicUrl: (host) => linkBase(settings, `http://127.0.0.1:${settings.authPort}`, host),
  mailBrand: fixedMailBrand(settings),
  policy: userPolicy(settings),
  clock: systemClock,
  log: createLog('silent'),
})
