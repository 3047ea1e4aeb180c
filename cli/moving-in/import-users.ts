import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nameForReport, usernameKey } from '#contract/rules/names.ts'
import { isFaultOfFastHash } from '#contract/users/user-support.ts'
import { systemClock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { openMigrated } from '#runtime/database/open-database.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { ownForm } from '#users/factors/totp/totp.ts'
import { readForeignHash } from '#users/foreign-hashes/formats.ts'
import type { NewHashes } from '#users/import/check-password-hash.ts'
import { importNewUsers } from '#users/import/import-new-users.ts'
import { keysOf, type NewUser, readNewUser } from '#users/import/new-user.ts'
import { rowFaultsIn } from '#users/import/row-faults.ts'
import { decoyHash, usualCost } from '#users/passwords/password-hash.ts'
import { politeHasher } from '#users/passwords/polite-hasher.ts'
import { userMigrations } from '#users/service.ts'
import { findAddressKeys } from '#users/sign-up/deleted-addresses/address-key-store.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../settings/data-folder.ts'
import { masterKeysOf } from '../settings/secrets.ts'
import { newRun, recordCommand } from '../transfer/record-command.ts'
import { writePatiently } from '../transfer/write-patiently.ts'
import { type FieldNames, inWords, nameOf } from './in-words.ts'
import { type MoveReport, moveReport, type NamedRow } from './move-report.ts'
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
  hashes: NewHashes
  /** Returns a password hash as it is stored. */
  wrap: (hash: string) => Promise<string>
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
    also: string | undefined
    secretFile: string | undefined
    withoutSecondFactors: boolean
    roles: RoleMap
    withDeleted: boolean
    hashes: NewHashes
  },
): Promise<void> {
  const { reader, name, from, isDryRun, isJson, roles, withDeleted, hashes, withoutSecondFactors } = options
  const giveRole = roleGiver(roles)
  const read = () =>
    leaveApps(withRoles(nameLocations(reader(file, options), file, name), giveRole), withoutSecondFactors)
  const move: Move = {
    read,
    hashes,
    report: moveReport({ isDryRun, isJson }),
    latest: systemClock.now(),
    wrap: isDryRun ? rehearsedHash : politeHasher().wrap,
  }
  const checked = await checkAll(move)
  const masterKeys = requireMasterKeys(settings, checked, isDryRun)
  await using opened = new AsyncDisposableStack()
  const db = opened.adopt(await openUsersDatabase(settings, isDryRun), (one) => one.close())
  const addressKeys = withDeleted ? [] : await openAddressKeys(db, settings)
  await recordCommand(db, newRun('import', from), async (progress) => {
    try {
      await writeAll(db, move, { ...checked, addressKeys, masterKeys })
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
 * @throws {StartFault} when the master key does not open them: otherwise deleted users would be imported again unnoticed
 */
async function openAddressKeys(db: Database, settings: AllSettings): Promise<Buffer[]> {
  const { keys, locked } = await findAddressKeys(db, masterKeysOf(settings))
  if (locked === 0) return keys
  throw new StartFault([
    'Without the LATCHKEY_MASTER_KEY of the services, users who were deleted here cannot be recognized. Set it, or import all users with --with-deleted. Nothing was changed.',
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
  /** True when a user comes with an authenticator app, whose secret is encrypted with the master key. */
  hasApps: boolean
}

/**
 * Returns the master keys of this installation. A dry run before the first start encrypts with a key that it throws away.
 * @throws {StartFault} when there is none and a user comes with an authenticator app
 */
function requireMasterKeys(settings: AllSettings, { hasApps }: Checked, isDryRun: boolean): Buffer[] {
  const keys = masterKeysOf(settings)
  if (keys.length > 0 || !hasApps) return keys
  if (isDryRun) return [randomBytes(32)]
  throw new StartFault([
    'Some of these users have an authenticator app, whose secret is encrypted with the LATCHKEY_MASTER_KEY of the services. Set it, start Latchkey once so that it makes one, or import with --without-second-factors. Nothing was changed.',
  ])
}

/** Leaves out the authenticator apps of users if the operator requests it, with a note in the report. */
async function* leaveApps(
  users: AsyncIterable<Read<MovedUser>>,
  withoutSecondFactors: boolean,
): AsyncGenerator<Read<MovedUser>> {
  for await (const one of users) {
    if (!withoutSecondFactors || !('value' in one) || !one.value.signInMethods?.totp) yield one
    else {
      const { totp: _, ...signInMethods } = one.value.signInMethods
      const note = 'an authenticator app is left out: these users sign in with the password alone'
      yield { ...one, value: { ...one.value, signInMethods, notes: [...(one.value.notes ?? []), note] } }
    }
  }
}

/** Reads the whole file and reports the users who cannot be imported. */
async function checkAll({ read, report, latest, hashes }: Move): Promise<Checked> {
  const locationOf = new Map<string, string>()
  const checked: Checked = { refused: new Set(), names: new Set(), hasApps: false }
  for await (const one of read()) {
    const found = check(one, report, { latest, hashes })
    if (!found || isDuplicate(one, found, locationOf, report)) {
      checked.refused.add(one.location)
      continue
    }
    if ('value' in one && one.value.signInMethods?.totp) checked.hasApps = true
    if (found.username !== undefined) checked.names.add(usernameKey(found.username))
    if ('value' in one)
      report.note(rowOf(one), [...notesOf(one.value, found), ...leftOutOf(found, one.value.names)])
  }
  return checked
}

function check(
  one: Read<MovedUser>,
  report: MoveReport,
  rules: { latest: number; hashes: NewHashes },
): NewUser | undefined {
  report.read()
  const row = rowOf(one)
  if ('refused' in one) return void report.refuse(row, one.refused)
  if (one.value.skipped !== undefined) return void report.leaveOut(row, one.value.skipped)
  if (one.value.row.email === undefined || one.value.row.email === null)
    return void report.refuse(row, `${nameOf('email', one.value.names)}: There is no email address.`)
  try {
    return readNewUser(withoutUndefined(one.value.row), rules)
  } catch (error) {
    const faults = rowFaultsIn(error)
    const isFastHash = faults.every(isFaultOfFastHash)
    return void report.refuse(row, inWords(faults, one.value.names), { isFastHash })
  }
}

/** Returns how the report names a row. */
const rowOf = (one: Read<MovedUser>): NamedRow => ({
  location: one.location,
  user: 'value' in one ? nameForReport(one.value.row) : one.user,
})

/** Returns the hash that a dry run writes in place of one of another system, which stays out of every file. */
const rehearsedHash = async (): Promise<string> => decoyHash(usualCost)

function notesOf({ signInMethods, row, notes = [] }: MovedUser, found: NewUser): string[] {
  const hash = found.row.password_hash ?? undefined
  const read = hash === undefined ? undefined : readForeignHash(hash)
  const format = read?.form.split(' ')[0]
  return [
    ...notes,
    ...(format === undefined ? [] : [`password hashes in the format ${format}`]),
    ...(found.isHashLeftOut ? ['password hashes that are not accepted do not come along'] : []),
    ...(read?.fast ? ['password hashes that are fast to guess, stored inside argon2id'] : []),
    ...(read && (read.fast || !read.isEarlierFormat)
      ? [
          'password hashes that nodes of an earlier version cannot check: no login there until they are updated',
        ]
      : []),
    ...(hash === undefined ? ['no password: these people set one with a link ("forgot password")'] : []),
    ...(signInMethods?.totp ? ['authenticator apps'] : []),
    ...(signInMethods?.totp && !isDeepStrictEqual(signInMethods.totp.form, ownForm)
      ? ['authenticator apps whose codes nodes of an earlier version take for wrong until they are updated']
      : []),
    ...(row.username === undefined ? ['usernames made from the address'] : []),
  ]
}

const leftOutOf = ({ leftOut }: NewUser, names: FieldNames | undefined): string[] =>
  leftOut.map(({ pointer, detail }) => `${nameOf(pointer.slice(1), names)} is left out: ${detail}`)

/** Refuses a row that has the id, the folded address or the username of a row before it. */
function isDuplicate(
  one: Read<MovedUser>,
  user: NewUser,
  locationOf: Map<string, string>,
  report: MoveReport,
): boolean {
  const { location } = one
  const taken = keysOf(user).find((key) => locationOf.has(key))
  if (taken === undefined) {
    for (const key of keysOf(user)) locationOf.set(key, location)
    return false
  }
  const field = nameOf(taken.slice(0, taken.indexOf(' ')), 'value' in one ? one.value.names : undefined)
  report.refuse(rowOf(one), `${field}: An earlier row has the same one.`, {
    detail: ` See ${locationOf.get(taken)}.`,
  })
  return true
}

async function writeAll(
  db: Database,
  { read, report, latest, hashes, wrap }: Move,
  { refused, names, ...keys }: Checked & { addressKeys: readonly Buffer[]; masterKeys: readonly Buffer[] },
): Promise<void> {
  let batch: { row: NamedRow; names: FieldNames | undefined; user: NewUser }[] = []
  const write = async () => {
    const users = batch.map(({ user }) => user)
    const now = systemClock.now()
    const takenLinks = new Map<string, NewUser>()
    const outcomes = await writePatiently(() =>
      importNewUsers(db, users, { names, ...keys, wrap, takenLinks, now }),
    )
    for (const taken of takenLinks.values()) {
      const row = batch.find(({ user }) => user === taken)?.row
      if (row)
        report.note(row, ['a link to a provider is left behind: the account belongs to another user here'])
    }
    report.written(batch, outcomes)
    batch = []
  }
  for await (const one of read()) {
    if (refused.has(one.location) || !('value' in one)) continue
    const checked = readNewUser(withoutUndefined(one.value.row), { latest, hashes })
    const user = { ...checked, ...(one.value.signInMethods && { signInMethods: one.value.signInMethods }) }
    batch.push({ row: rowOf(one), names: one.value.names, user })
    if (batch.length === batchRows) await write()
  }
  if (batch.length > 0) await write()
}

const withoutUndefined = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
