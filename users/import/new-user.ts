import { Failure, type FieldError } from '#contract/declaration/failures.ts'
import {
  DisplayName,
  Email,
  isUuid,
  Locale,
  Role,
  Username,
  UserStatus,
} from '#contract/declaration/fields.ts'
import {
  boolean,
  freeObject,
  nullable,
  object,
  optional,
  type Static,
  string,
} from '#contract/declaration/schema.ts'
import { emailKey as foldEmail, usernameKey } from '#contract/rules/names.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import { EpochMs } from '#runtime/database/transfer.ts'
import { newId } from '#runtime/ids.ts'
import { checker } from '#runtime/requests/validation.ts'
import { checkUsername, type User } from '../core/user.ts'
import { acceptedHash, type NewHashes } from './check-password-hash.ts'
import { keepFields } from './keepable-fields.ts'
import { describeSchemaFaults } from './row-faults.ts'
import type { SignInMethods } from './sign-in-methods.ts'

/**
 * A user of another system. Only the address is required. `id` is the id there: a UUID stays the id of the user, and any other
 * text is stored as `external_id` in the metadata. Times are in epoch milliseconds.
 */
const NewUserRow = object({
  email: Email,
  id: optional(nullable(string({ minLength: 1, maxLength: 200 }))),
  username: optional(nullable(Username)),
  name: optional(nullable(DisplayName)),
  locale: optional(nullable(Locale)),
  role: optional(nullable(Role)),
  status: optional(nullable(UserStatus)),
  email_verified: optional(nullable(boolean())),
  password_hash: optional(nullable(string({ maxLength: 512 }))),
  created_at: optional(nullable(EpochMs)),
  last_login_at: optional(nullable(EpochMs)),
  metadata: optional(nullable(freeObject())),
})
export type NewUserRow = Static<typeof NewUserRow>

/** A row of another system that has been checked. Fields that this system did not give are absent. */
export interface NewUser {
  /** The id that the user keeps, a UUID; undefined when the other system gave none. */
  id: string | undefined
  email: string
  emailKey: string
  username: string | undefined
  row: NewUserRow
  /** True when the row has a password hash that is left out, so that the user has no password. */
  isHashLeftOut: boolean
  metadata: Record<string, unknown>
  /** The fields that cannot be kept. The user is made without them. */
  leftOut: FieldError[]
  /**
   * The sign-in methods of the user besides the password. The reader of the other system's export sets them; a row itself cannot.
   */
  signInMethods?: SignInMethods
}

export const newUserFields: readonly string[] = Object.keys(NewUserRow.properties ?? {})

const checkFields = checker(NewUserRow)

function readFields(value: unknown): NewUserRow {
  try {
    return checkFields(value)
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error
    throw new Failure('invalid_request', { errors: describeSchemaFaults(error.errors), cause: error })
  }
}

/**
 * Checks a row and requires that the service could have made this user. Fields that cannot be kept are left out. No time in it may
 * be later than `latest`: lists and exports end at the present. `hashes` says which password hashes are accepted; a fast one in the
 * result must be wrapped before it is stored.
 * @throws {Failure} `invalid_request` with the fields that are wrong
 */
export function readNewUser(
  value: unknown,
  { latest, hashes = {} }: { latest: number; hashes?: NewHashes },
): NewUser {
  const external = externalIdIn(value)
  const { row: kept, leftOut } = keepFields(value, external)
  const given = readFields(kept)
  const emailKey = emailKeyOf(given.email)
  const username = given.username ?? undefined
  if (username !== undefined) checkUsername(username)
  const idThere = given.id ?? undefined
  const id = idThere !== undefined && isUuid(idThere) ? idThere.toLowerCase() : undefined
  const metadata = { ...given.metadata, ...external }
  const isHashLeftOut =
    typeof given.password_hash === 'string' && acceptedHash(given.password_hash, hashes) === null
  const row = isHashLeftOut ? { ...given, password_hash: null } : given
  checkTimes(row, latest)
  return { id, email: row.email, emailKey, username, row, isHashLeftOut, metadata, leftOut }
}

/** Returns the metadata that holds the id of the other system; none for a UUID, which stays the id of the user. */
const externalIdIn = (value: unknown): { external_id?: string } =>
  isObject(value) && typeof value.id === 'string' && !isUuid(value.id) ? { external_id: value.id } : {}

function emailKeyOf(email: string): string {
  const key = foldEmail(email)
  if (key !== undefined) return key
  const error = { pointer: '/email', code: 'invalid_format', detail: '' }
  throw new Failure('invalid_request', { errors: describeSchemaFaults([error]) })
}

function checkTimes(row: NewUserRow, latest: number): void {
  const errors = (['created_at', 'last_login_at'] as const)
    .filter((field) => (row[field] ?? 0) > latest)
    .map((field) => ({ pointer: `/${field}`, code: 'out_of_range', detail: 'This is in the future.' }))
  if (errors.length > 0) throw new Failure('invalid_request', { errors })
}

/** The keys of a new user that no other user may have. */
export const keysOf = ({ id, emailKey, username }: NewUser): string[] => [
  ...(id === undefined ? [] : [`id ${id}`]),
  `email ${emailKey}`,
  ...(username === undefined ? [] : [`username ${usernameKey(username)}`]),
]

/** Makes the user whom a row describes. */
export const toUser = (
  { id, email, row, metadata }: NewUser,
  { username, now }: { username: string; now: number },
): User => ({
  id: id ?? newId(now),
  username,
  email,
  metadata,
  name: row.name ?? null,
  locale: row.locale ?? null,
  role: row.role ?? 'user',
  status: row.status ?? 'active',
  emailVerifiedAt: row.email_verified ? now : null,
  hasPassword: typeof row.password_hash === 'string',
  sessionEpoch: 0,
  kept: null,
  factorsVersion: 0,
  version: 1,
  createdAt: row.created_at ?? now,
  updatedAt: now,
  lastLoginAt: row.last_login_at ?? null,
})
