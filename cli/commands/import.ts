import { existsSync, statSync } from 'node:fs'
import { authMigrations } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import { masterKeyName } from '#runtime/sealing.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import type { Reader } from '../moving-in/moved-user.ts'
import { openForRehearsal } from '../moving-in/rehearse.ts'
import type { SystemName } from '../moving-in/system-names.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../settings/data-folder.ts'
import { masterKeysOf } from '../settings/secrets.ts'
import { type ExportHeader, isRowOfExport, readFirstLine } from '../transfer/export-format.ts'
import { readBatches } from '../transfer/import-batches.ts'
import { importKinds, type Kind } from '../transfer/import-kinds.ts'
import { type ImportReport, importReport } from '../transfer/import-report.ts'
import { openInput } from '../transfer/input-file.ts'
import { readLines } from '../transfer/read-lines.ts'
import { newRun, recordCommand } from '../transfer/record-command.ts'
import { rehearsedKinds } from '../transfer/rehearsed-kinds.ts'
import { peekLine, withSpooled } from '../transfer/standard-input.ts'
import { writePatiently } from '../transfer/write-patiently.ts'

const maxLineBytes = 256 * 1024
const maxAgeMs = 3_600_000

/** Flags that belong to one system. */
const onlyOf = [
  ['also', 'clerk'],
  ['secret-file', 'better-auth'],
] as const

export interface ImportFlags {
  'with-sessions': boolean
  /** True to import users without their authenticator apps and recovery codes, which another master key may have encrypted. */
  'without-second-factors': boolean
  'dry-run': boolean
  json: boolean
  /** The system that the file is an export of. */
  from: SystemName | undefined
  'hash-config': string | undefined
  /** A second file of the same system, whose users are joined to those of the first by their ids. */
  also: string | undefined
  /** The file with the secret of better-auth. */
  'secret-file': string | undefined
  /** The role that users get here for each role of the other system, such as `boss=admin`. */
  roles: string | undefined
  /** True when users whose address was deleted here are imported too. */
  'with-deleted': boolean
  /** True when hashes of other systems that are fast to guess are accepted. They are stored inside argon2id. */
  'fast-hashes': boolean
  /** True when users whose hash is not accepted are imported without a password. */
  'without-unusable-hashes': boolean
}

/** Imports an export of Latchkey, rows with Latchkey's field names, or an export of another system, into either engine. */
export async function importCommand(settings: AllSettings, file: string, flags: ImportFlags): Promise<void> {
  for (const [flag, system] of onlyOf)
    if (flags[flag] !== undefined && flags.from !== system)
      throw new StartFault([`--${flag} is only for --from ${system}.`], { exitCode: 2 })
  if (file === '-') return importStandardInput(settings, flags)
  if (!existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  return importFile(settings, { path: file, name: file, from: file }, flags)
}

/** Imports the standard input: an export while it arrives. Other rows are read twice, so they are stored in a file first. */
async function importStandardInput(settings: AllSettings, flags: ImportFlags): Promise<void> {
  const { line, whole } = await peekLine(process.stdin)
  const name = 'stdin'
  if (flags.from === undefined && isRowOfExport(line))
    return importExport(settings, { name, from: '-', stream: whole, bytes: undefined }, flags)
  return withSpooled(whole, (path) => importFile(settings, { path, name, from: '-' }, flags))
}

async function importFile(
  settings: AllSettings,
  { path, name, from }: { path: string; name: string; from: string },
  flags: ImportFlags,
): Promise<void> {
  const { refuseOtherSystem } = await import('../moving-in/other-system.ts')
  await refuseOtherSystem(path, flags.from, name)
  const reader = await readerFor(path, flags.from)
  if (!reader) {
    const bytes = statSync(path).size
    return importExport(settings, { name, from, stream: openInput(path), bytes }, flags)
  }
  if (flags.roles !== undefined && flags.from === undefined)
    throw new StartFault(
      ['--roles needs --from: rows of your own say `user` or `admin` in the field role.'],
      { exitCode: 2 },
    )
  const { importUsers } = await import('../moving-in/import-users.ts')
  const { readRoleMap } = await import('../moving-in/roles.ts')
  const options = {
    reader,
    name,
    from,
    isDryRun: flags['dry-run'],
    isJson: flags.json,
    hashConfig: flags['hash-config'],
    also: flags.also,
    secretFile: flags['secret-file'],
    withoutSecondFactors: flags['without-second-factors'],
    roles: readRoleMap(flags.roles),
    withDeleted: flags['with-deleted'],
    hashes: {
      isFastAccepted: flags['fast-hashes'],
      isUnusableLeftOut: flags['without-unusable-hashes'],
    },
  }
  return importUsers(settings, path, options)
}

/** Returns the reader for a file; undefined when it is not an export of another system and has no small rows. */
async function readerFor(file: string, from: SystemName | undefined): Promise<Reader | undefined> {
  if (from !== undefined) return (await import('../moving-in/systems.ts')).readers[from]
  const { hasSmallRows, readSmallRows } = await import('../moving-in/small-rows.ts')
  return (await hasSmallRows(file)) ? readSmallRows : undefined
}

interface Source {
  /** The name of the file in the report; `stdin` for the standard input. */
  name: string
  /** The file as it was given to the command; `-` for the standard input. */
  from: string
  stream: AsyncIterable<Buffer>
  /** The length of the stream in bytes; undefined if it is not known. */
  bytes: number | undefined
}

/** Imports the rows of an export of Latchkey. The import may be repeated: a row that exists already stays as it is. */
async function importExport(
  settings: AllSettings,
  { name, from, stream, bytes }: Source,
  flags: ImportFlags,
): Promise<void> {
  const { 'with-sessions': withSessions, 'dry-run': isDryRun, json: isJson } = flags
  const withoutSecondFactors = flags['without-second-factors']
  for (const flag of ['with-deleted', 'roles', 'fast-hashes', 'without-unusable-hashes'] as const)
    if (flags[flag]) throw new StartFault([`--${flag} is for the users of other systems.`], { exitCode: 2 })
  const lines = readLines(stream, maxLineBytes)
  // The first line is checked before any database is made or migrated.
  const header = readFirstLine((await lines.next()).value?.text, name)
  if (withSessions) refuseOld(header.createdAt, name)
  if (!withoutSecondFactors) refuseSealed(header, masterKeysOf(settings), name)
  await using opened = new AsyncDisposableStack()
  const { kinds, users } = await openKinds(settings, { withSessions, withoutSecondFactors, isDryRun, opened })
  const report = importReport(name, { totalBytes: bytes, isDryRun, isJson, withoutSecondFactors })
  await recordCommand(users, newRun('import', from), async (progress) => {
    try {
      await writeBatches(lines, kinds, report)
    } finally {
      progress.rows = report.imported()
    }
    report.finish()
  })
}

async function writeBatches(
  lines: ReturnType<typeof readLines>,
  kinds: Map<string, Kind>,
  report: ImportReport,
): Promise<void> {
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
}

/** Opens both databases, and returns for each kind of row the functions that check and write it. */
async function openKinds(
  settings: AllSettings,
  options: {
    withSessions: boolean
    withoutSecondFactors: boolean
    isDryRun: boolean
    opened: AsyncDisposableStack
  },
): Promise<{ kinds: Map<string, Kind>; users: Database }> {
  const { withSessions, withoutSecondFactors, isDryRun, opened } = options
  const urls = databaseUrls(settings)
  if (!isDryRun) makeDataFolder(settings.data)
  const open = async (url: string, migrations: URL): Promise<Database> => {
    const db = isDryRun
      ? await openForRehearsal(url, migrations)
      : await openMigrated(url, migrations, { ...commandDatabaseOptions, clock: systemClock })
    return opened.adopt(db, () => db.close())
  }
  const users = await open(urls.users, userMigrations)
  const auth = await open(urls.auth, authMigrations)
  const masterKeys = masterKeysOf(settings)
  const into = { users, auth, withSessions, withoutSecondFactors, masterKeys, clock: systemClock }
  if (!isDryRun) return { kinds: importKinds(into), users }
  const rehearsedUsers = new Map<string, number>()
  return { kinds: rehearsedKinds(importKinds({ ...into, rehearsedUsers }), rehearsedUsers), users }
}

/**
 * Refuses an export that is older than an hour. Refuses one from the future too: then a clock is wrong, and the age of the export
 * is unknown.
 */
function refuseOld(createdAt: number, file: string): void {
  if (Math.abs(systemClock.now() - createdAt) <= maxAgeMs) return
  throw new StartFault([
    `${file} was not created within the last hour: importing its sessions would revive sessions that have ended since. Export again, or import it without --with-sessions. Nothing was changed.`,
  ])
}

/**
 * Refuses an export with second factors that the master keys here cannot decrypt: the import would create users who log in with
 * the password alone, and nobody would notice.
 */
function refuseSealed({ sealedWith }: ExportHeader, masterKeys: readonly Buffer[], file: string): void {
  const names = new Set(masterKeys.map(masterKeyName))
  if (sealedWith.every((name) => names.has(name))) return
  throw new StartFault([
    `${file} has authenticator apps or recovery codes that the master key here does not decrypt. Import it with the LATCHKEY_MASTER_KEY (or the file master-key) of the exporting installation, or with --without-second-factors: users with an app and no passkey then sign in with the password alone. Nothing was changed.`,
  ])
}
