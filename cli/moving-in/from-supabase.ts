import { keepMetadata } from '#contract/rules/keepable-metadata.ts'
import { flagIn, nameOf, objectIn, textIn, timeIn } from '#users/moving-in/values.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { type ForeignRecord, readRecords } from './records.ts'
import { roleNamesInClaims } from './roles.ts'

/** Reads rows of Supabase's table `auth.users`, as CSV or JSON Lines. */
export const fromSupabase: Reader = (file) => mapRecords(readRecords(file), toUser)

function toUser(user: ForeignRecord): MovedUser {
  const { metadata } = keepMetadata(user.raw_user_meta_data)
  return {
    row: {
      ...{ id: textIn(user.id), email: textIn(user.email) },
      name: nameOf(metadata.full_name) ?? nameOf(metadata.name),
      email_verified: timeIn(user.email_confirmed_at, 'email_confirmed_at') !== undefined,
      status: isInFuture(user.banned_until) ? 'suspended' : undefined,
      created_at: timeIn(user.created_at, 'created_at'),
      last_login_at: timeIn(user.last_sign_in_at, 'last_sign_in_at'),
      metadata: user.raw_user_meta_data,
      password_hash: textIn(user.encrypted_password),
    },
    // Users can write their raw_user_meta_data, so that it says nothing about roles.
    roles: roleNamesInClaims(objectIn(user.raw_app_meta_data, 'raw_app_meta_data')),
    names: {
      password_hash: 'encrypted_password',
      name: 'raw_user_meta_data',
      metadata: 'raw_user_meta_data',
    },
    notes: [
      ...(flagIn(user.is_sso_user, 'is_sso_user') ? ['links to identity providers do not come along'] : []),
    ],
    ...skipped(user),
  }
}

function skipped(user: ForeignRecord): { skipped?: string } {
  if (textIn(user.deleted_at) !== undefined) return { skipped: 'users who were deleted there' }
  return flagIn(user.is_anonymous, 'is_anonymous') ? { skipped: 'anonymous users' } : {}
}

/** Checks whether a ban still lasts. A ban for ever is written as `infinity` or as a time far in the future. */
function isInFuture(value: unknown): boolean {
  const text = textIn(value)
  if (text === undefined) return false
  return text === 'infinity' || (timeIn(text, 'banned_until') ?? 0) > Date.now()
}
