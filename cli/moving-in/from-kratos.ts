import { isObject } from '#contract/rules/strict-json.ts'
import { nameOf, textIn, timeIn } from '#users/import/values.ts'
import { readAppUri } from './authenticator-apps.ts'
import { ofKratos } from './kratos-hash.ts'
import { idIn, joinMetadata, leftFields, listIn, objectOf } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import type { ForeignRecord } from './records.ts'
import { readRecordsOrList } from './user-list.ts'
import { usernameIn } from './username.ts'

/**
 * Reads identities as the admin API of Ory Kratos returns them with `include_credential`, as a list or one on each line. Their
 * form: https://www.ory.sh/docs/kratos/reference/api#tag/identity/operation/getIdentity
 */
export const fromKratos: Reader = (file) => mapRecords(readRecordsOrList(file), toUser)

function toUser(identity: ForeignRecord): MovedUser {
  const traits = objectOf(identity.traits)
  const credentials = objectOf(identity.credentials)
  const configOf = (kind: string) => objectOf(objectOf(credentials[kind]).config)
  const { email: address, username: called, name, locale, ...others } = traits
  const email = textIn(address)
  const isVerified = listIn(identity.verifiable_addresses).some(
    ({ value, verified }) => verified === true && String(value).toLowerCase() === email?.toLowerCase(),
  )
  const { username, notes } = usernameIn(called)
  const uri = textIn(configOf('totp').totp_url)
  const app = uri === undefined ? { notes: [] } : readAppUri(uri)
  const links = readLinks(
    listIn(configOf('oidc').providers).map(({ provider, subject }) => ({
      provider: textIn(provider),
      subject: idIn(subject),
    })),
    isVerified,
  )
  const hash = textIn(configOf('password').hashed_password)
  const joined = joinMetadata(others, objectOf(identity.metadata_public))
  return {
    row: {
      id: textIn(identity.id),
      email,
      username,
      email_verified: isVerified,
      name: isObject(name) ? nameOf(name.first, name.last) : textIn(name),
      locale: textIn(locale),
      status: identity.state === 'inactive' ? 'suspended' : undefined,
      created_at: timeIn(identity.created_at, 'created_at'),
      metadata: joined.metadata,
      password_hash: hash && ofKratos(hash),
    },
    names: {
      email: 'traits/email',
      username: 'traits/username',
      name: 'traits/name',
      password_hash: 'credentials',
    },
    signInMethods: { ...('totp' in app && app.totp && { totp: app.totp }), identities: links.identities },
    notes: [
      ...notes,
      ...app.notes,
      ...links.notes,
      ...joined.notes,
      ...Object.entries(credentials).flatMap(([kind, one]) =>
        // Every identity with an address has a credential `code`, by which it gets codes by mail.
        ['password', 'totp', 'oidc', 'code'].includes(kind) ||
        Object.keys(configOf(kind)).length === 0 ||
        !isObject(one)
          ? []
          : [`a credential of the type ${kind} is left behind`],
      ),
      ...leftFields(
        identity,
        isObject(identity.metadata_public) ? [...knownFields, 'metadata_public'] : knownFields,
      ),
    ],
  }
}

const knownFields = [
  'id',
  'schema_id',
  'schema_url',
  'state',
  'state_changed_at',
  'traits',
  'credentials',
  'verifiable_addresses',
  'recovery_addresses',
  'created_at',
  'updated_at',
]
