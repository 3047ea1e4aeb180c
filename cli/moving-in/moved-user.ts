import { nameForReport } from '#contract/rules/names.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { SignInMethods } from '#users/import/sign-in-methods.ts'
import { ValueError } from '#users/import/values.ts'
import type { FieldNames } from './in-words.ts'
import type { ForeignRecord, Read } from './records.ts'

/** One user of another system, as a reader has read it. */
export interface MovedUser {
  /** A row for `readNewUser`. It has not been checked. Absent fields are undefined. */
  row: Record<string, unknown>
  /** The names that the fields of the row have in the file, where they differ. */
  names?: FieldNames
  /** The sign-in methods of the user besides the password. */
  signInMethods?: SignInMethods
  /**
   * The names of the roles that the user has in the other system. The user gets a role here only if `--roles` maps one of them.
   */
  roles?: string[]
  /** Notes about data that is not imported. They have the same words for many users, so that the report can count them. */
  notes?: string[]
  /** The reason why the record is skipped, if it is not of a user who can log in, such as a deleted user. */
  skipped?: string
}

export interface ReaderOptions {
  /** The file with the parameters that all hashes of a Firebase project share. */
  hashConfig?: string | undefined
  /** A second file of the same system: the users whom the API of Clerk lists, with what the first file does not have. */
  also?: string | undefined
  /** The file with the secret with which better-auth encrypts the secrets of authenticator apps. */
  secretFile?: string | undefined
}

/** A function that reads the users in an export of another system. */
export type Reader = (file: string, options: ReaderOptions) => AsyncIterable<Read<MovedUser>>

/** Converts each record with the function `toUser` of a reader. A record with a value that cannot be converted is refused. */
export async function* mapRecords(
  records: AsyncIterable<Read<ForeignRecord>> | Iterable<Read<ForeignRecord>>,
  toUser: (record: ForeignRecord) => MovedUser,
): AsyncGenerator<Read<MovedUser>> {
  for await (const read of records) {
    if ('refused' in read) yield read
    else yield mapRecord(read.location, read.value, toUser)
  }
}

function mapRecord(
  location: string,
  record: ForeignRecord,
  toUser: (record: ForeignRecord) => MovedUser,
): Read<MovedUser> {
  try {
    return { location, value: toUser(record) }
  } catch (error) {
    if (error instanceof ValueError) return { location, refused: error.message, user: addressIn(record) }
    throw error
  }
}

/** Returns the address in a record of any system, by which the report can name a user whom its reader does not understand. */
function addressIn(record: ForeignRecord, depth = 2): string | undefined {
  for (const [name, value] of Object.entries(record)) {
    const found = isObject(value)
      ? depth > 0
        ? addressIn(value, depth - 1)
        : undefined
      : /mail/i.test(name)
        ? nameForReport({ email: value })
        : undefined
    if (found !== undefined) return found
  }
  return undefined
}
