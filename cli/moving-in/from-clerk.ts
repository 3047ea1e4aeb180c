import { existsSync } from 'node:fs'
import { isObject } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { fromBase32 } from '#users/factors/core/base32.ts'
import { flagIn, nameOf, textIn, timeIn } from '#users/import/values.ts'
import { readApp } from './authenticator-apps.ts'
import { idIn, joinMetadata, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import { type ForeignRecord, type Read, readRecords } from './records.ts'
import { readRecordsOrList } from './user-list.ts'
import { usernameIn } from './username.ts'

/**
 * Reads the CSV that Clerk's dashboard exports, which alone has hashes and the secrets of authenticator apps. `--also` names the
 * file of its command line, which has metadata, or a list of users of its API, which has links to providers too; the two are
 * joined by the id: https://clerk.com/docs/guides/development/migrating/export-from-clerk
 */
export const fromClerk: Reader = (file, { also }) => {
  if (also === undefined) return mapRecords(readRecords(file), (user) => toUser(user, undefined))
  if (!existsSync(also)) throw new StartFault([`There is no file ${also}.`])
  return joined(file, also)
}

async function* joined(file: string, also: string): AsyncGenerator<Read<MovedUser>> {
  const others = new Map<string, { location: string; other: ForeignRecord }>()
  for await (const read of readRecordsOrList(also)) {
    if ('refused' in read) yield read
    else others.set(textIn(read.value.id) ?? read.location, { location: read.location, other: read.value })
  }
  const seen = new Set<string>()
  yield* mapRecords(readRecords(file), (user) => {
    const id = textIn(user.id) ?? ''
    seen.add(id)
    return toUser(user, others.get(id)?.other)
  })
  for (const [id, { location }] of others)
    if (!seen.has(id))
      yield { location, value: { row: {}, skipped: 'users who are only in the file of --also' } }
}

function toUser(user: ForeignRecord, other: ForeignRecord | undefined): MovedUser {
  const email = textIn(user.primary_email_address)
  const verified = (textIn(user.verified_email_addresses) ?? '').toLowerCase().split(/[|,;\s]+/)
  const unverified = (textIn(user.unverified_email_addresses) ?? '').split(/[|,;\s]+/)
  const others = [...verified, ...unverified].filter((one) => one !== '' && one !== email?.toLowerCase())
  const phone = textIn(user.primary_phone_number)
  const phones = [user.verified_phone_numbers, user.unverified_phone_numbers]
    .flatMap((numbers) => (textIn(numbers) ?? '').split(/[|,;\s]+/))
    .filter((one) => one !== '' && one !== phone)
  const { username, notes } = usernameIn(user.username)
  const isVerified = email !== undefined && verified.includes(email.toLowerCase())
  const totp = textIn(user.totp_secret)
  const app = totp === undefined ? { notes: [] } : readApp({ secret: fromBase32(totp) })
  const links = readLinks(
    listIn(other?.external_accounts).map((account) => ({
      provider: textIn(account.provider),
      subject: idIn(account.provider_user_id) ?? idIn(account.google_id),
    })),
    isVerified,
  )
  const open = isObject(other?.public_metadata) ? other.public_metadata : {}
  const joined = joinMetadata(other?.unsafe_metadata, { ...open, ...(phone && { phone }) })
  return {
    row: {
      id: textIn(user.id),
      email,
      username,
      name: nameOf(user.first_name, user.last_name),
      email_verified: isVerified,
      status: other && flagIn(other.banned, 'banned') ? 'suspended' : undefined,
      created_at: timeIn(user.created_at ?? other?.created_at, 'created_at'),
      last_login_at: timeIn(other?.last_sign_in_at, 'last_sign_in_at'),
      metadata: joined.metadata,
      password_hash: textIn(user.password_digest),
    },
    names: { email: 'primary_email_address', password_hash: 'password_digest', name: 'first_name' },
    signInMethods: { ...('totp' in app && app.totp && { totp: app.totp }), identities: links.identities },
    notes: [
      ...notes,
      ...app.notes,
      ...links.notes,
      ...joined.notes,
      ...(others.length > 0 ? ['further addresses of a user are left behind'] : []),
      ...(phones.length > 0 ? ['further phone numbers of a user are left behind'] : []),
      ...leftFields(user, knownColumns),
      ...leftFields(other ?? {}, knownMembers),
    ],
  }
}

/** The columns of the CSV that are read. */
const knownColumns = [
  'id',
  'first_name',
  'last_name',
  'username',
  'primary_email_address',
  'primary_phone_number',
  'verified_email_addresses',
  'unverified_email_addresses',
  'verified_phone_numbers',
  'unverified_phone_numbers',
  'totp_secret',
  'password_digest',
  'password_hasher',
  'created_at',
  'updated_at',
]

/**
 * Members that need no note in the report: those that are read, that the CSV has too, or that have no data about a user which
 * would be lost.
 */
const knownMembers = [
  ...knownColumns,
  'object',
  'email_addresses',
  'phone_numbers',
  'primary_email_address_id',
  'primary_phone_number_id',
  'password_enabled',
  'totp_enabled',
  'two_factor_enabled',
  'external_accounts',
  'public_metadata',
  'unsafe_metadata',
  'banned',
  'last_sign_in_at',
  'last_active_at',
  'has_image',
  'image_url',
  'profile_image_url',
  'create_organization_enabled',
  'delete_self_enabled',
  'mfa_enabled_at',
  'verification_attempts_remaining',
]
