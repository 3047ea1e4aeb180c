import { nameOf, textIn, timeIn } from '#users/moving-in/values.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { type ForeignRecord, readRecords } from './records.ts'
import { usernameIn } from './username.ts'

/** Reads the CSV that Clerk's dashboard exports. The exports of its API and its command line have no hashes. */
export const fromClerk: Reader = (file) => mapRecords(readRecords(file), toUser)

function toUser(user: ForeignRecord): MovedUser {
  const email = textIn(user.primary_email_address)
  const verified = (textIn(user.verified_email_addresses) ?? '').toLowerCase().split(/[|,;\s]+/)
  const unverified = (textIn(user.unverified_email_addresses) ?? '').split(/[|,;\s]+/)
  const others = [...verified, ...unverified].filter((one) => one !== '' && one !== email?.toLowerCase())
  const { username, notes } = usernameIn(user.username)
  return {
    row: {
      ...{ id: textIn(user.id), email, username },
      name: nameOf(user.first_name, user.last_name),
      email_verified: email !== undefined && verified.includes(email.toLowerCase()),
      created_at: timeIn(user.created_at, 'created_at'),
      password_hash: textIn(user.password_digest),
    },
    names: { email: 'primary_email_address', password_hash: 'password_digest', name: 'first_name' },
    notes: [
      ...notes,
      ...(textIn(user.totp_secret) ? ['second factors (TOTP) do not come along'] : []),
      ...(others.length > 0 ? ['further addresses of a user do not come along'] : []),
    ],
  }
}
