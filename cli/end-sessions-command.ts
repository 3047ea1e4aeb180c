import { authMigrations } from '#auth/service.ts'
import { endAllSessions } from '#auth/session-store.ts'
import { systemClock } from '#runtime/clock.ts'
import { type AllSettings, databaseUrls } from './all-settings.ts'
import { openExisting } from './open-existing.ts'

/** For whoever restored a database by other means than ours: sessions that ended since the backup live again in it. */
export async function endSessionsCommand(settings: AllSettings): Promise<void> {
  const db = await openExisting(databaseUrls(settings).auth, authMigrations)
  try {
    const ended = await endAllSessions(db, 'revoked', systemClock.now())
    process.stdout.write(`${ended} sessions were ended: everybody logs in again.\n`)
  } finally {
    await db.close()
  }
}
