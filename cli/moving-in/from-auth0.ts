import { isObject } from '#contract/rules/strict-json.ts'
import { flagIn, nameOf, objectIn, textIn, timeIn } from '#users/import/values.ts'
import { idIn, joinMetadata, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import { type ForeignRecord, readRecords } from './records.ts'
import { roleNamesInClaims } from './roles.ts'
import { usernameIn } from './username.ts'

/**
 * Reads the file of password hashes that the support of Auth0 makes, and the users that its extension and its API export (without
 * hashes), as JSON Lines or CSV.
 */
export const fromAuth0: Reader = (file) => mapRecords(readRecords(file), toUser)

function toUser(user: ForeignRecord): MovedUser {
  const address = addressOf(user)
  const { username, notes } = usernameIn(user.username)
  const links = readLinks(
    listIn(user.identities)
      .filter(({ provider }) => provider !== 'auth0')
      .map(({ provider, user_id: id }) => ({ provider: textIn(provider), subject: idIn(id) })),
    address.isVerified,
  )
  const joined = joinMetadata(user.user_metadata, { phone: textIn(user.phone_number) })
  return {
    row: {
      id: idOf(user),
      email: address.email,
      username,
      name: nameOf(user.name ?? user.Name) ?? nameOf(user.given_name, user.family_name),
      email_verified: address.isVerified,
      status: flagIn(user.blocked, 'blocked') ? 'suspended' : undefined,
      created_at: timeIn(user.created_at ?? user['Created At'], 'created_at'),
      last_login_at: timeIn(user.last_login, 'last_login'),
      metadata: joined.metadata,
      password_hash: textIn(user.passwordHash ?? user.password_hash),
    },
    signInMethods: { identities: links.identities },
    // Users can write their user_metadata, so roles in it are not trusted.
    roles: rolesOf(objectIn(user.app_metadata, 'app_metadata')),
    names: { id: 'user_id', password_hash: 'passwordHash', metadata: 'user_metadata' },
    notes: [
      ...notes,
      ...(user.app_metadata === undefined ? [] : ['app_metadata does not come along']),
      ...(user.custom_password_hash === undefined
        ? []
        : ['custom_password_hash does not come along: these people set a new password']),
      ...links.notes,
      ...joined.notes,
      ...leftFields(user, knownFields),
    ],
  }
}

const knownFields = [
  'user_id',
  'Id',
  '_id',
  'alt_id',
  'email',
  'Email',
  'email_verified',
  'Email Verified',
  'identifiers',
  'username',
  'name',
  'Name',
  'given_name',
  'family_name',
  'blocked',
  'created_at',
  'Created At',
  'updated_at',
  'user_metadata',
  'app_metadata',
  'passwordHash',
  'password_hash',
  'custom_password_hash',
  'password_set_date',
  'tenant',
  'connection',
  '_tmp_is_unique',
  'identities',
  'phone_number',
  'last_login',
  'logins_count',
  'last_ip',
  'last_password_reset',
]

/** Returns the roles in app_metadata. The authorization extension of Auth0 stores them one level deeper. */
const rolesOf = (metadata: Record<string, unknown> | undefined): string[] => [
  ...roleNamesInClaims(metadata),
  ...roleNamesInClaims(metadata?.authorization),
]

/** Returns the e-mail address of a user, which may be a field of the user or only one of the `identifiers`. */
function addressOf(user: ForeignRecord): { email: string | undefined; isVerified: boolean | undefined } {
  const email = textIn(user.email ?? user.Email)
  const isVerified = flagIn(user.email_verified ?? user['Email Verified'], 'email_verified')
  if (email !== undefined) return { email, isVerified }
  const identifiers = (Array.isArray(user.identifiers) ? user.identifiers : []).filter(isObject)
  const found = identifiers.find(({ type }) => type === 'email')
  return { email: textIn(found?.value), isVerified: flagIn(found?.verified, 'identifiers') }
}

/** Returns the id as it is in tokens of Auth0: with `auth0|` before it, which the file of hashes leaves out. */
function idOf(user: ForeignRecord): string | undefined {
  const whole = textIn(user.user_id ?? user.Id)
  if (whole !== undefined) return whole
  const own = textIn(user.alt_id) ?? (isObject(user._id) ? textIn(user._id.$oid) : textIn(user._id))
  return own && `auth0|${own}`
}
