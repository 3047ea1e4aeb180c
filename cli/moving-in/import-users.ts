import { Failure } from '#contract/failures.ts'
import { usernameKey } from '#contract/rules/names.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { findAddressKeys } from '#users/deleted-addresses/address-key-store.ts'
import { readForeignHash } from '#users/foreign-hashes/formats.ts'
import { importNewUsers } from '#users/moving-in/import-new-users.ts'
import { keysOf, type NewUser, readNewUser } from '#users/moving-in/new-user.ts'
import { userMigrations } from '#users/service.ts'
import { type AllSettings, databaseUrls } from '../start/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../start/data-folder.ts'
import { masterKeysOf } from '../start/secrets.ts'
import { reasonOf } from '../transfer/import-batches.ts'
import { newRun, recordCommand } from '../transfer/record-command.ts'
import { writePatiently } from '../transfer/write-patiently.ts'
import { type MoveReport, moveReport } from './move-report.ts'
import type { MovedUser, Reader } from './moved-user.ts'
import type { Read } from './records.ts'
import { openForRehearsal } from './rehearse.ts'
import { type RoleMap, roleGiver } from './roles.ts'

const batchRows = 500

interface Move {
  read: () => AsyncIterable<Read<MovedUser>>
  report: MoveReport
  /** The time when the import began. A row with a later time is refused, by the first and by the second reading alike. */
  latest: number
}

/**
 * Imports users of another system. The file is read twice: first every row is checked, and refusals and duplicates are printed
 * before anything is written; then the others are written. The import may be repeated: a user who exists already stays as it is.
 */
export async function importUsers(
  settings: AllSettings,
  file: string,
  options: {
    reader: Reader
    /** The name of the file in the report. */
    name: string
    /** The file as it was given to the command; `-` for the standard input. */
    from: string
    isDryRun: boolean
    isJson: boolean
    hashConfig: string | undefined
    roles: RoleMap
    withDeleted: boolean
  },
): Promise<void> {
  const { reader, name, from, isDryRun, isJson, hashConfig, roles, withDeleted } = options
  const giveRole = roleGiver(roles)
  const read = () => withRoles(nameLocations(reader(file, { hashConfig }), file, name), giveRole)
  const move: Move = { read, report: moveReport({ isDryRun, isJson }), latest: systemClock.now() }
  const checked = await checkAll(move)
  await using opened = new AsyncDisposableStack()
  const db = opened.adopt(await openUsersDatabase(settings, isDryRun), (one) => one.close())
  const addressKeys = withDeleted ? [] : await openAddressKeys(db, settings)
  await recordCommand(db, newRun('import', from), async (progress) => {
    try {
      await writeAll(db, move, { ...checked, addressKeys })
    } finally {
      progress.rows = move.report.imported()
    }
    move.report.finish()
  })
}

/**
 * Replaces the path of the file by a name in the locations of its rows, because the standard input is read from a temporary file.
 */
async function* nameLocations<T>(
  rows: AsyncIterable<Read<T>>,
  file: string,
  name: string,
): AsyncGenerator<Read<T>> {
  for await (const row of rows) yield { ...row, location: row.location.replace(file, () => name) }
}

/**
 * Opens the keys by which the addresses of deleted users are recognised.
 * @throws {StartFault} when the master key does not open them: then people would come back unnoticed
 */
async function openAddressKeys(db: Database, settings: AllSettings): Promise<Buffer[]> {
  const { keys, locked } = await findAddressKeys(db, masterKeysOf(settings))
  if (locked === 0) return keys
  throw new StartFault([
    'Without the LATCHKEY_MASTER_KEY of the services nobody can say who of these users was deleted here. Set it, or bring all of them with --with-deleted. Nothing was changed.',
  ])
}

async function* withRoles(
  users: AsyncIterable<Read<MovedUser>>,
  giveRole: (user: MovedUser) => MovedUser,
): AsyncGenerator<Read<MovedUser>> {
  for await (const one of users) yield 'value' in one ? { ...one, value: giveRole(one.value) } : one
}

async function openUsersDatabase(settings: AllSettings, isDryRun: boolean): Promise<Database> {
  const url = databaseUrls(settings).users
  if (isDryRun) return openForRehearsal(url, userMigrations)
  makeDataFolder(settings.data)
  return openMigrated(url, userMigrations, { ...commandDatabaseOptions, clock: systemClock })
}

interface Checked {
  /** The locations of the rows that are not written. */
  refused: Set<string>
  /** The usernames that rows have. They must not be given to users without a username. */
  names: Set<string>
}

/** Reads the whole file and reports the users who cannot be imported. */
async function checkAll({ read, report, latest }: Move): Promise<Checked> {
  const locationOf = new Map<string, string>()
  const checked: Checked = { refused: new Set(), names: new Set() }
  for await (const one of read()) {
    const found = check(one, report, latest)
    if (!found || isDuplicate(one.location, found, locationOf, report)) {
      checked.refused.add(one.location)
      continue
    }
    if (found.username !== undefined) checked.names.add(usernameKey(found.username))
    if ('value' in one) report.note(notesOf(one.value))
  }
  return checked
}

function check(one: Read<MovedUser>, report: MoveReport, latest: number): NewUser | undefined {
  report.read()
  if ('refused' in one) return void report.refuse(one.location, one.refused)
  if (one.value.skipped !== undefined) return void report.leaveOut(one.value.skipped)
  if (one.value.row.email === undefined || one.value.row.email === null)
    return void report.refuse(one.location, '/email: There is no address.')
  try {
    return readNewUser(withoutUndefined(one.value.row), { latest })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return void report.refuse(one.location, reasonOf(error))
  }
}

function notesOf({ row, notes = [] }: MovedUser): string[] {
  const hash = typeof row.password_hash === 'string' ? row.password_hash : undefined
  const format = hash === undefined ? undefined : readForeignHash(hash)?.form.split(' ')[0]
  return [
    ...notes,
    ...(format === undefined ? [] : [`password hashes in the format ${format}`]),
    ...(hash === undefined ? ['no password: these people set one with a link ("forgot password")'] : []),
    ...(row.username === undefined ? ['usernames made from the address'] : []),
  ]
}

/** Refuses a row that has the id, the folded address or the username of a row before it. */
function isDuplicate(
  location: string,
  user: NewUser,
  locationOf: Map<string, string>,
  report: MoveReport,
): boolean {
  const taken = keysOf(user).find((key) => locationOf.has(key))
  if (taken === undefined) {
    for (const key of keysOf(user)) locationOf.set(key, location)
    return false
  }
  const field = taken.slice(0, taken.indexOf(' '))
  report.refuse(location, `/${field}: An earlier row has the same one.`, ` See ${locationOf.get(taken)}.`)
  return true
}

async function writeAll(
  db: Database,
  { read, report, latest }: Move,
  { refused, names, addressKeys }: Checked & { addressKeys: readonly Buffer[] },
): Promise<void> {
  let batch: { location: string; user: NewUser }[] = []
  const write = async () => {
    const users = batch.map(({ user }) => user)
    const now = systemClock.now()
    const outcomes = await writePatiently(() => importNewUsers(db, users, { names, addressKeys, now }))
    report.written(
      batch.map(({ location }) => location),
      outcomes,
    )
    batch = []
  }
  for await (const one of read()) {
    if (refused.has(one.location) || !('value' in one)) continue
    batch.push({ location: one.location, user: readNewUser(withoutUndefined(one.value.row), { latest }) })
    if (batch.length === batchRows) await write()
  }
  if (batch.length > 0) await write()
}

const withoutUndefined = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
