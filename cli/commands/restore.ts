import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { authMigrations } from '#auth/service.ts'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import { migrate, refuseNewer, schemaState } from '#runtime/database/migrate.ts'
import { lockSqlite } from '#runtime/database/sqlite/lock.ts'
import { openSqlite } from '#runtime/database/sqlite.ts'
import { syncPath } from '#runtime/database/sync-path.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import { printableJson } from '../printable.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../settings/data-folder.ts'
import { table } from '../table.ts'
import {
  describeEnded,
  type EndedAfterRestore,
  endAllEntries,
  endedFields,
} from '../transfer/after-restore.ts'
import { type Manifest, rowsOf, unpackBackup } from '../transfer/backup-archive.ts'
import { embeddedDatabases } from '../transfer/embedded-databases.ts'
import { newRun, recordEnd } from '../transfer/record-command.ts'
import { databaseFiles, foldLog, replaceDatabase } from '../transfer/replace-database.ts'

/** Replaces both databases with those of a backup. A backup that is damaged is refused before anything is changed. */
export async function restoreCommand(
  settings: AllSettings,
  file: string,
  { replace: isReplacing, json }: { replace: boolean; json: boolean },
): Promise<void> {
  const paths = embeddedDatabases(settings)
  if (!existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  makeDataFolder(settings.data)
  for (const path of [paths.users, paths.auth]) makeDataFolder(dirname(path))
  // These locks keep other commands and services from opening the two databases during the restore.
  const unlocks = [lockSqlite(paths.users)]
  try {
    unlocks.push(lockSqlite(paths.auth))
    refuseExisting(paths, isReplacing)
    const restored = await restore(file, paths)
    process.stdout.write(json ? toJson(restored) : describe(restored))
  } finally {
    for (const unlock of unlocks) unlock()
  }
}

interface Paths {
  users: string
  auth: string
}

function refuseExisting({ users, auth }: Paths, isReplacing: boolean): void {
  const [found] = [...databaseFiles(users), ...databaseFiles(auth)]
  if (found === undefined || isReplacing) return
  throw new StartFault([
    `A database already exists: ${found}. Nothing was changed. Add --replace to move it aside.`,
  ])
}

interface Restored {
  manifest: Manifest
  ended: EndedAfterRestore
  /** The files that were there before, and where they are now. */
  moved: { from: string; to: string }[]
}

async function restore(file: string, paths: Paths): Promise<Restored> {
  const staged = { users: `${paths.users}.restoring`, auth: `${paths.auth}.restoring` }
  const clear = () => {
    for (const path of [...databaseFiles(staged.users), ...databaseFiles(staged.auth)]) rmSync(path)
  }
  clear()
  try {
    const manifest = await unpackBackup(file, { 'users.db': staged.users, 'auth.db': staged.auth })
    await checkPart(staged.users, userMigrations, file)
    await checkPart(staged.auth, authMigrations, file)
    const ended = await endEntriesOf(staged, { file, manifest })
    for (const path of [staged.users, staged.auth]) {
      if (!foldLog(path)) throw damaged(file)
      syncPath(path)
    }
    for (const path of [paths.auth, paths.users]) if (existsSync(path)) foldLog(path)
    // The authentication database is replaced first. After a crash between the two replacements, no session from before the
    // restore is then valid for a user of the restored user database.
    const suffix = `.before-restore-${toRfc3339(systemClock.now()).replace(/[-:]/g, '')}`
    const moved = [...databaseFiles(paths.auth), ...databaseFiles(paths.users)]
    replaceDatabase(staged.auth, paths.auth, `${paths.auth}${suffix}`)
    replaceDatabase(staged.users, paths.users, `${paths.users}${suffix}`)
    const asideOf = (path: string) => path.replace(/(-wal|-shm|-journal)?$/, `${suffix}$1`)
    return { manifest, ended, moved: moved.map((from) => ({ from, to: asideOf(from) })) }
  } finally {
    clear()
  }
}

async function checkPart(path: string, migrations: URL, file: string): Promise<void> {
  if (!foldLog(path)) throw damaged(file)
  const db = openSqlite(path, commandDatabaseOptions)
  try {
    const [found] = await db.query<{ quick_check: string }>`PRAGMA quick_check(1)`
    if (found?.quick_check !== 'ok') throw damaged(file)
    const { applied, newer } = await schemaState(db, migrations)
    // A newer version may have credentials of a new kind. This version would not end them, and they would be valid again later.
    refuseNewer(newer)
    if (applied.length === 0) throw damaged(file)
  } finally {
    await db.close()
  }
}

const damaged = (file: string): StartFault =>
  new StartFault([`The databases in ${file} are damaged. Nothing was changed.`])

/**
 * Ends sessions, links in mails and signing keys in the unpacked databases, before these get the names under which services open
 * them: a credential that ended after the backup must never become valid again.
 */
async function endEntriesOf(
  paths: Paths,
  { file, manifest }: { file: string; manifest: Manifest },
): Promise<EndedAfterRestore> {
  await using opened = new AsyncDisposableStack()
  const open = async (path: string, migrations: URL) => {
    const db = openSqlite(path, commandDatabaseOptions)
    opened.defer(() => db.close())
    // A backup of an older version lacks some of the columns.
    await migrate(db, migrations, systemClock)
    return db
  }
  const auth = await open(paths.auth, authMigrations)
  const users = await open(paths.users, userMigrations)
  const ended = await endAllEntries({ users, auth }, systemClock)
  await recordEnd(users, newRun('restore', file), { rows: rowsOf(manifest), complete: true })
  return ended
}

const toJson = ({ manifest: { created_at, parts }, ended, moved }: Restored): string =>
  printableJson({ users: parts['users.db'].rows, as_of: created_at, ...endedFields(ended), moved })

function describe({ manifest: { created_at, parts }, ended, moved }: Restored): string {
  const rows = [
    ['users', `${parts['users.db'].rows}`],
    ...describeEnded(ended),
    ['as of', created_at],
    ...moved.map(({ from, to }) => ['moved aside', `${from} -> ${to}`]),
  ]
  return table(rows)
}
