import { createReadStream, existsSync, statSync } from 'node:fs'
import { authMigrations } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import type { Reader } from '../moving-in/moved-user.ts'
import type { SystemName } from '../moving-in/system-names.ts'
import { type AllSettings, databaseUrls } from '../start/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../start/data-folder.ts'
import { masterKeysOf } from '../start/secrets.ts'
import { readFirstLine } from '../transfer/export-format.ts'
import { readBatches } from '../transfer/import-batches.ts'
import { importKinds } from '../transfer/import-kinds.ts'
import { importReport } from '../transfer/import-report.ts'
import { readLines } from '../transfer/read-lines.ts'
import { writePatiently } from '../transfer/write-patiently.ts'

const maxLineBytes = 256 * 1024
const maxAgeMs = 3_600_000

export interface ImportFlags {
  'with-sessions': boolean
  'dry-run': boolean
  /** The system that the file is an export of. */
  from: SystemName | undefined
  'hash-config': string | undefined
  /** Also brings users whose address was deleted here. */
  'with-deleted': boolean
}

/** Imports an export of Latchkey, rows in its words, or an export of another system, into either engine. */
export async function importCommand(settings: AllSettings, file: string, flags: ImportFlags): Promise<void> {
  if (file !== '-' && !existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  const reader = await readerFor(file, flags.from)
  if (reader) {
    const { importUsers } = await import('../moving-in/import-users.ts')
    const options = {
      reader,
      isDryRun: flags['dry-run'],
      hashConfig: flags['hash-config'],
      withDeleted: flags['with-deleted'],
    }
    return importUsers(settings, file, options)
  }
  for (const flag of ['dry-run', 'with-deleted'] as const)
    if (flags[flag]) throw new StartFault([`--${flag} is for the users of other systems.`], { exitCode: 2 })
  return importExport(settings, file, flags['with-sessions'])
}

/** Returns the reader for a file; undefined when it is not an export of another system and has no small rows. */
async function readerFor(file: string, from: SystemName | undefined): Promise<Reader | undefined> {
  if (file === '-') {
    if (from === undefined) return undefined
    throw new StartFault(['--from needs a file: it is read twice.'], { exitCode: 2 })
  }
  if (from !== undefined) return (await import('../moving-in/systems.ts')).readers[from]
  const { hasSmallRows, readSmallRows } = await import('../moving-in/small-rows.ts')
  return (await hasSmallRows(file)) ? readSmallRows : undefined
}

/** Imports the rows of an export of Latchkey. It may be repeated: a row that is already there stays as it is. */
async function importExport(settings: AllSettings, file: string, withSessions: boolean): Promise<void> {
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
  const kinds = importKinds({
    users,
    auth,
    withSessions,
    masterKeys: masterKeysOf(settings),
    clock: systemClock,
  })
  const report = importReport(file, file === '-' ? undefined : statSync(file).size)

  let writing = Promise.resolve()
  for await (const batch of readBatches(lines, kinds, report)) {
    // While one batch is written, the next one is read and checked. Only one write is in progress at a time.
    await writing
    writing = writePatiently(() => batch.kind.write(batch.rows)).then((outcomes) =>
      report.written(batch, outcomes),
    )
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
