import { createReadStream, existsSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { authMigrations } from '#auth/service.ts'
import { Failure } from '#contract/failures.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import type { Outcome } from '#runtime/database/transfer.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import { type AllSettings, databaseUrls } from '../start/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../start/data-folder.ts'
import { readFirstLine } from '../transfer/export-format.ts'
import { type Batch, readBatches } from '../transfer/import-batches.ts'
import { importKinds } from '../transfer/import-kinds.ts'
import { importReport } from '../transfer/import-report.ts'
import { readLines } from '../transfer/read-lines.ts'

const maxLineBytes = 256 * 1024
const maxAgeMs = 3_600_000

/** Imports the rows of an export into either engine. It may be repeated: a row that is already there stays as it is. */
export async function importCommand(
  settings: AllSettings,
  file: string,
  withSessions: boolean,
): Promise<void> {
  if (file !== '-' && !existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  const lines = readLines(file === '-' ? process.stdin : createReadStream(file), maxLineBytes)
  // The first line is checked before any database is made or migrated.
  const createdAt = readFirstLine((await lines.next()).value?.text, file)
  if (withSessions) refuseOld(createdAt, file)
  makeDataFolder(settings.data)
  const urls = databaseUrls(settings)
  await using opened = new AsyncDisposableStack()
  const open = async (url: string, migrations: URL): Promise<Database> => {
    const db = await openMigrated(url, migrations, { ...commandDatabaseOptions, clock: systemClock })
    return opened.adopt(db, () => db.close())
  }
  const users = await open(urls.users, userMigrations)
  const auth = await open(urls.auth, authMigrations)
  const kinds = importKinds({ users, auth, withSessions, clock: systemClock })
  const report = importReport(file, file === '-' ? undefined : statSync(file).size)

  let writing = Promise.resolve()
  for await (const batch of readBatches(lines, kinds, report)) {
    // While one batch is written, the next one is read and checked. Only one write is in progress at a time.
    await writing
    writing = write(batch).then((outcomes) => report.written(batch, outcomes))
    writing.catch(() => {})
  }
  await writing
  report.finish()
}

/**
 * Refuses an export that is older than an hour. Refuses one from the future too: then a clock is wrong, and the age of the export
 * is unknown.
 */
function refuseOld(createdAt: number, file: string): void {
  if (Math.abs(systemClock.now() - createdAt) <= maxAgeMs) return
  throw new StartFault([
    `${file} was not made within the last hour: an old export would revive sessions that were ended since. Export again, or import it without --with-sessions. Nothing was changed.`,
  ])
}

const maxAttempts = 6

/**
 * Writes a batch of an import, and retries while the database server is unavailable. Writing a batch twice does no harm, because
 * existing rows stay.
 */
async function write({ kind, rows }: Batch): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await kind.write(rows)
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'database_unavailable'
      if (!isAway || attempt === maxAttempts) throw error
      await sleep(500 * attempt)
    }
  }
}
