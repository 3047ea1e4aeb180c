import { keepMetadata } from '#contract/rules/keepable-metadata.ts'
import { fromBase32 } from '#users/factors/core/base32.ts'
import { flagIn, nameOf, objectIn, textIn, timeIn } from '#users/import/values.ts'
import { firstApp, readApp } from './authenticator-apps.ts'
import { idIn, joinMetadata, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import { readRecords } from './records.ts'
import { roleNamesInClaims } from './roles.ts'

/**
 * Reads rows of Supabase's table `auth.users` with what its tables `identities` and `mfa_factors` hold of each, as CSV or JSON Lines.
 * Their columns: https://supabase.com/docs/guides/auth/users and https://github.com/supabase/auth/tree/master/migrations
 */
export const fromSupabase: Reader = (file) => mapRecords(readRecords(file), toUser)

/** The columns that the reader reads. The query in the guide gives each of them. */
export const supabaseColumns = [
  'id',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'created_at',
  'last_sign_in_at',
  'raw_user_meta_data',
  'raw_app_meta_data',
  'banned_until',
  'deleted_at',
  'is_sso_user',
  'is_anonymous',
  'phone',
  'identities',
  'mfa_factors',
] as const

/** Columns that have no meaning here. `role` is the role in the database, which is the same for every user. */
const otherColumns = ['confirmed_at', 'updated_at', 'phone_confirmed_at', 'aud', 'role', 'instance_id']

type UserRow = { [name in (typeof supabaseColumns)[number]]?: unknown }

function toUser(user: UserRow): MovedUser {
  const isVerified = timeIn(user.email_confirmed_at, 'email_confirmed_at') !== undefined
  const links = readLinks(
    listIn(user.identities)
      .filter(({ provider }) => provider !== 'email' && provider !== 'phone')
      .map(({ provider, provider_id: id }) => ({ provider: textIn(provider), subject: idIn(id) })),
    isVerified,
  )
  const factors = listIn(user.mfa_factors).filter(({ status = 'verified' }) => status === 'verified')
  const app = firstApp(
    factors.filter(({ factor_type: type }) => type === 'totp'),
    // An installation may encrypt its secrets with a key of its own: such a text is no base32.
    ({ secret }) => readApp({ secret: fromBase32(textIn(secret) ?? '') }),
  )
  const { metadata } = keepMetadata(user.raw_user_meta_data)
  const joined = joinMetadata(user.raw_user_meta_data, { phone: textIn(user.phone) })
  return {
    row: {
      id: textIn(user.id),
      email: textIn(user.email),
      name: nameOf(metadata.full_name) ?? nameOf(metadata.name),
      email_verified: isVerified,
      status: isInFuture(user.banned_until) ? 'suspended' : undefined,
      created_at: timeIn(user.created_at, 'created_at'),
      last_login_at: timeIn(user.last_sign_in_at, 'last_sign_in_at'),
      metadata: joined.metadata,
      password_hash: textIn(user.encrypted_password),
    },
    signInMethods: { ...(app.totp && { totp: app.totp }), identities: links.identities },
    // Users can write their raw_user_meta_data, so roles in it are not trusted.
    roles: roleNamesInClaims(objectIn(user.raw_app_meta_data, 'raw_app_meta_data')),
    names: {
      password_hash: 'encrypted_password',
      name: 'raw_user_meta_data',
      metadata: 'raw_user_meta_data',
    },
    notes: [
      ...app.notes,
      ...links.notes,
      ...joined.notes,
      ...factors.flatMap(({ factor_type: type }) =>
        type === 'totp' ? [] : [`a second factor of the type ${type} is left behind`],
      ),
      ...(flagIn(user.is_sso_user, 'is_sso_user') ? ['a link to a provider of SAML is left behind'] : []),
      ...leftFields(user, [...supabaseColumns, ...otherColumns]),
    ],
    ...skipped(user),
  }
}

function skipped(user: UserRow): { skipped?: string } {
  if (textIn(user.deleted_at) !== undefined) return { skipped: 'users who were deleted there' }
  return flagIn(user.is_anonymous, 'is_anonymous') ? { skipped: 'anonymous users' } : {}
}

/** Checks whether a ban still lasts. A ban for ever is written as `infinity` or as a time far in the future. */
function isInFuture(value: unknown): boolean {
  const text = textIn(value)
  if (text === undefined) return false
  return text === 'infinity' || (timeIn(text, 'banned_until') ?? 0) > Date.now()
}
