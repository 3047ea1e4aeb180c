import { authMigrations } from '#auth/service.ts'
import { endAllSessions } from '#auth/sessions/end-all-sessions.ts'
import { systemClock } from '#runtime/clock.ts'
import { userMigrations } from '#users/service.ts'
import { openExisting } from '../../open-existing.ts'
import { printableJson } from '../../printable.ts'
import { type AllSettings, databaseUrls } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'
import { describeEnded, endAllEntries, endedFields } from '../../transfer/after-restore.ts'

/**
 * Ends all sessions of all users. With `--after-restore` it also ends the links in mails and revokes signing keys, as `latchkey
 * restore` does.
 */
export async function endSessionsCommand(
  settings: AllSettings,
  { 'after-restore': isAfterRestore, json }: { 'after-restore': boolean; json: boolean },
): Promise<void> {
  const urls = databaseUrls(settings)
  await using opened = new AsyncDisposableStack()
  const open = async (url: string, migrations: URL) => {
    const db = await openExisting(url, migrations)
    opened.defer(() => db.close())
    return db
  }
  const auth = await open(urls.auth, authMigrations)
  if (isAfterRestore) {
    const users = await open(urls.users, userMigrations)
    const all = await endAllEntries({ users, auth }, systemClock)
    process.stdout.write(json ? printableJson(endedFields(all)) : table(describeEnded(all)))
    return
  }
  const ended = await endAllSessions(auth, 'revoked', systemClock.now())
  const said = `Ended all sessions (${ended}). All users sign in again.\n`
  process.stdout.write(json ? printableJson({ sessions_ended: ended }) : said)
}
