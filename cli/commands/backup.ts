import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock, toRfc3339 } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openSqlite } from '#runtime/database/sqlite.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { packageVersion } from '#runtime/package-version.ts'
import { keyFileOf } from '#runtime/sealing.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printableJson } from '../printable.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import { commandDatabaseOptions } from '../settings/data-folder.ts'
import { table } from '../table.ts'
import { checksum, type Manifest, type PartFacts, packBackup, rowsOf } from '../transfer/backup-archive.ts'
import { embeddedDatabases } from '../transfer/embedded-databases.ts'
import { fileSize } from '../transfer/file-size.ts'
import { noteBackup } from '../transfer/last-backup.ts'
import { writeNewFile } from '../transfer/new-file.ts'
import { newRun, recordBegin, recordEnd } from '../transfer/record-command.ts'

/** Writes both embedded databases into one file, while the services run and write. */
export async function backupCommand(settings: AllSettings, file: string, isJson: boolean): Promise<void> {
  const { users, auth } = embeddedDatabases(settings)
  const run = newRun('backup', file)
  await tell(users, (db) => recordBegin(db, run))
  const manifest = await write(file, { users, auth }).catch(async (error: unknown) => {
    await tell(users, (db) => recordEnd(db, run, { rows: null, complete: false }))
    throw error
  })
  await tell(users, (db) => recordEnd(db, run, { rows: rowsOf(manifest), complete: true }))
  note(settings.data, manifest)
  const facts = { file, bytes: statSync(file).size, ...manifest }
  process.stdout.write(isJson ? printableJson(facts) : describe(settings, file, manifest))
}

type Facts = Omit<Manifest, 'format'>

function write(file: string, { users, auth }: { users: string; auth: string }): Promise<Facts> {
  return writeNewFile(file, async (part, folder) => {
    // The authentication database is copied first, because it learns the user's session epoch (a number that rises when all
    // sessions of the user end) from the user service. In the other order the backup could hold a newer session epoch than the
    // user database in it, and after a restore that user could never log in.
    const authPart = await snapshot(auth, join(folder, 'auth.db'), 'sessions')
    const usersPart = await snapshot(users, join(folder, 'users.db'), 'users')
    const facts: Facts = {
      latchkey: packageVersion(),
      created_at: toRfc3339(systemClock.now()),
      parts: { 'users.db': usersPart, 'auth.db': authPart },
    }
    await packBackup(folder, facts, part)
    return facts
  })
}

/**
 * Records something about this backup in the database of the user service. A failure is only reported: a backup is most needed when
 * something is wrong with a database or its disk.
 */
async function tell(path: string, act: (db: Database) => Promise<void>): Promise<void> {
  if (!existsSync(path)) return
  try {
    const db = openSqlite(path, commandDatabaseOptions)
    await act(db).finally(() => db.close())
  } catch (error) {
    process.stderr.write(`latchkey: cannot record this backup in the audit log: ${messageOf(error)}\n`)
  }
}

/**
 * Stores the time of the backup. A failure is only reported, because the backup is complete: the data folder may be read-only.
 */
function note(data: string, { created_at }: Omit<Manifest, 'format'>): void {
  try {
    noteBackup(data, Date.parse(created_at))
  } catch (error) {
    process.stderr.write(`latchkey: cannot store the time of this backup: ${messageOf(error)}\n`)
  }
}

/** Copies a database as it is at one moment. The copy has a connection of its own, and blocks no writer. */
async function snapshot(path: string, copy: string, counted: 'users' | 'sessions'): Promise<PartFacts> {
  if (!existsSync(path)) throw new StartFault([`There is no database ${path}.`])
  try {
    using source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    source.prepare('VACUUM INTO ?').run(copy)
    using copied = new DatabaseSync(copy, { readOnly: true })
    const rows = Number(copied.prepare(`SELECT COUNT(*) AS total FROM ${counted}`).get()?.total)
    const migration = String(copied.prepare('SELECT MAX(name) AS name FROM migrations').get()?.name)
    return { sha256: await checksum(copy), bytes: statSync(copy).size, rows, migration }
  } catch (cause) {
    throw new StartFault([`Cannot back up the database ${path}: ${messageOf(cause)}.`], {
      cause,
    })
  }
}

const keyPlaceOf = ({ masterKeys, data }: AllSettings): string =>
  masterKeys ? (keyFileOf(masterKeys) ?? 'the value of LATCHKEY_MASTER_KEY') : join(data, 'master-key')

function describe(settings: AllSettings, file: string, { parts }: Omit<Manifest, 'format'>): string {
  const rows = [
    ['PART', 'SIZE', 'ROWS'],
    ['users.db', fileSize(parts['users.db'].bytes), `${parts['users.db'].rows} users`],
    ['auth.db', fileSize(parts['auth.db'].bytes), `${parts['auth.db'].rows} sessions`],
    [file, fileSize(statSync(file).size), ''],
  ]
  return `${table(rows)}
The backup does not contain these secrets. Store them elsewhere:
  master key     ${keyPlaceOf(settings)}, which decrypts the backup
  service token  ${settings.serviceToken ? 'the value of LATCHKEY_SERVICE_TOKEN' : join(settings.data, 'service-token')}
It contains names, email addresses and password hashes: protect it like the database.
`
}
