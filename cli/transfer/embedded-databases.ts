import { sqlitePath } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'

/**
 * Returns the paths of both SQLite databases. PostgreSQL is refused, because the calling commands copy or
 * replace files.
 */
export function embeddedDatabases(settings: AllSettings): { users: string; auth: string } {
  const urls = databaseUrls(settings)
  const users = sqlitePath(urls.users)
  const auth = sqlitePath(urls.auth)
  if (users !== undefined && auth !== undefined) return { users, auth }
  throw new StartFault(
    [
      'This command is for embedded databases. For PostgreSQL, use pg_dump and pg_restore or the tools of your provider, and run latchkey sessions end-all --after-restore after a restore. latchkey export and import work with both.',
    ],
    { exitCode: 2 },
  )
}
