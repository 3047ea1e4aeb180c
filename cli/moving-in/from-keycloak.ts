import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { fromBase32 } from '#users/factors/core/base32.ts'
import { flagIn, nameOf, objectIn, textIn, timeIn, ValueError } from '#users/import/values.ts'
import { type FoundApp, firstApp, leftApp, readApp } from './authenticator-apps.ts'
import { idIn, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { type KnownProvider, knownProvider, providerNameOf, readLinks } from './provider-links.ts'
import type { ForeignRecord } from './records.ts'
import { roleNamesIn } from './roles.ts'
import { readUserList } from './user-list.ts'
import { usernameIn } from './username.ts'

/**
 * The data that the users of a realm share. In an export to a folder it has a file of its own, and there may be several realms.
 */
interface Realm {
  /** The identity providers of the realm by their names; undefined for a provider whose users cannot be matched here. */
  providers: Map<string, KnownProvider | undefined>
  /** The usernames of the members of organizations. */
  members: Set<string>
}

/** Reads an export of `kc.sh export`: a realm with its users in one file, or a folder with the users in files of their own. */
export const fromKeycloak: Reader = async function* (path) {
  const isFolder = statSync(path).isDirectory()
  const realms = new Map<string, Realm>()
  for (const file of isFolder ? userFilesIn(path) : [path]) {
    let document: ForeignRecord = {}
    const users = readUserList(file, (found) => {
      document = found
    })
    const realm = realmIn(document, realms)
    if (users) yield* mapRecords(users, (user) => toUser(user, realm))
    // A realm without users looks like a complete export. It is refused, because it would import no user.
    else if (!isFolder)
      throw new StartFault([
        `${file} has no users. Export them into the same file with kc.sh export --users realm_file, or name the folder of an export whose users are in files of their own. Nothing was changed.`,
      ])
    for (const at of listIn(document.federatedUsers).keys())
      yield {
        location: `${file}: federatedUsers[${at}]`,
        value: { row: {}, skipped: 'what Keycloak added to users of a user federation (LDAP)' },
      }
  }
}

/** Returns the realm of a document, with what the document says about it. */
function realmIn(document: ForeignRecord, realms: Map<string, Realm>): Realm {
  const name = textIn(document.realm) ?? ''
  const realm = realms.get(name) ?? { providers: new Map(), members: new Set() }
  realms.set(name, realm)
  for (const { alias, providerId, config } of listIn(document.identityProviders)) {
    const issuer = isObject(config) ? textIn(config.issuer) : undefined
    const provider = providerNameOf(String(alias))
    realm.providers.set(
      String(alias),
      issuer === undefined ? knownProvider(String(providerId)) : { provider, issuer },
    )
  }
  for (const { members } of listIn(document.organizations))
    for (const { username } of listIn(members)) realm.members.add(String(username))
  return realm
}

function userFilesIn(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
  if (files.length > 0) return files
  throw new StartFault([`There is no export of Keycloak in ${folder}. Nothing was changed.`])
}

function toUser(user: ForeignRecord, { providers, members }: Realm): MovedUser {
  const credentials = (Array.isArray(user.credentials) ? user.credentials : []).filter(isObject)
  const password = credentials.find(({ type }) => type === 'password')
  const attributes = objectIn(user.attributes, 'attributes') ?? {}
  const { username, notes } = usernameIn(user.username)
  const isVerified = flagIn(user.emailVerified, 'emailVerified')
  const { locale, ...others } = attributes
  const app = firstApp(
    credentials.filter(({ type }) => type === 'otp' || type === 'totp'),
    readOtp,
  )
  const links = readLinks(
    listIn(user.federatedIdentities).map(({ identityProvider, userId }) => ({
      provider: textIn(identityProvider),
      subject: idIn(userId),
    })),
    isVerified,
    ({ provider = '' }) => (providers.has(provider) ? providers.get(provider) : knownProvider(provider)),
  )
  const actions = Array.isArray(user.requiredActions) ? user.requiredActions.map(String) : []
  const otherCredentials = credentials.flatMap(({ type }) =>
    type === 'password' || type === 'otp' || type === 'totp' ? [] : [String(type)],
  )
  return {
    row: {
      id: textIn(user.id),
      email: textIn(user.email),
      username,
      name: nameOf(user.firstName, user.lastName),
      locale: Array.isArray(locale) ? textIn(locale[0]) : textIn(locale),
      metadata: Object.keys(others).length === 0 ? undefined : metadataIn(others),
      status: flagIn(user.enabled, 'enabled') === false ? 'suspended' : undefined,
      email_verified: isVerified,
      created_at: timeIn(user.createdTimestamp, 'createdTimestamp'),
      password_hash: password && hashOf(password),
    },
    signInMethods: {
      ...(app.totp && { totp: app.totp }),
      identities: links.identities,
      mustChangePassword: actions.includes(changePassword),
    },
    roles: rolesOf(user),
    names: {
      name: 'firstName',
      metadata: 'attributes',
      locale: 'attributes/locale',
      password_hash: 'credentials',
    },
    notes: [
      ...notes,
      ...app.notes,
      ...links.notes,
      ...otherCredentials.map((type) => `a credential of the type ${type} is left behind`),
      ...actions
        .filter((action) => action !== changePassword)
        .map((action) => `the required action ${action} is left behind`),
      ...(!actions.includes(changePassword)
        ? []
        : password
          ? ['must change the password at the next sign-in']
          : [`the required action ${changePassword} is left behind: the user has no password`]),
      ...(members.has(String(user.username))
        ? ['members of organizations: the membership is left behind']
        : []),
      ...leftFields(user, knownFields),
    ],
    ...(user.serviceAccountClientId === undefined ? {} : { skipped: 'service accounts of clients' }),
  }
}

const changePassword = 'UPDATE_PASSWORD'

/** The fields that need no note in the report: those that are read, and those without data about a user which would be lost. */
const knownFields = [
  'id',
  'username',
  'email',
  'emailVerified',
  'enabled',
  'firstName',
  'lastName',
  'createdTimestamp',
  'attributes',
  'credentials',
  'federatedIdentities',
  'requiredActions',
  'realmRoles',
  'clientRoles',
  'groups',
  'totp',
  'disableableCredentialTypes',
  'notBefore',
  'access',
  'self',
  'serviceAccountClientId',
]

/** Returns attributes as metadata: Keycloak stores each as a list, also those with one value. */
const metadataIn = (attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  )

/** Reads an authenticator app. */
function readOtp({ credentialData, secretData }: ForeignRecord): FoundApp {
  const facts = objectIn(credentialData, 'credentials/credentialData') ?? {}
  if ((textIn(facts.subType) ?? 'totp') !== 'totp') return leftApp('it counts codes (HOTP)')
  const value = textIn(objectIn(secretData, 'credentials/secretData')?.value)
  return readApp({ secret: secretIn(value, facts.secretEncoding), ...withoutNull(facts) })
}

const withoutNull = ({ digits, period, algorithm }: ForeignRecord) => ({
  digits: digits ?? undefined,
  period: period ?? undefined,
  algorithm: algorithm ?? undefined,
})

/** Keycloak uses the letters of a secret as its bytes, unless the credential says that they are base32. */
function secretIn(value: string | undefined, encoding: unknown): Buffer | undefined {
  if (value === undefined) return undefined
  if (encoding === undefined || encoding === null) return Buffer.from(value)
  return String(encoding).toUpperCase() === 'BASE32' ? fromBase32(value) : undefined
}

/** The roles that every user of a realm has. They give no rights, so they are not reported. */
const roleOfEverybody = /^(default-roles-.*|offline_access|uma_authorization)$/

/** Returns roles of the realm by their names, those of clients as `client/role`, and groups by their paths, such as `/staff`. */
function rolesOf(user: ForeignRecord): string[] {
  const ofClients = Object.entries(objectIn(user.clientRoles, 'clientRoles') ?? {}).flatMap(
    ([client, roles]) => roleNamesIn(roles).map((role) => `${client}/${role}`),
  )
  const ofRealm = roleNamesIn(user.realmRoles).filter((role) => !roleOfEverybody.test(role))
  return [...ofRealm, ...ofClients, ...roleNamesIn(user.groups)]
}

/** Writes a hash as one text. Keycloak stores the parts of a hash as JSON in two texts. */
function hashOf(credential: ForeignRecord): string {
  const facts = objectIn(credential.credentialData, 'credentials/credentialData') ?? {}
  const secret = objectIn(credential.secretData, 'credentials/secretData') ?? {}
  const [salt, value] = [unpadded(secret.salt), unpadded(secret.value)]
  const rounds = textIn(facts.hashIterations)
  const algorithm = textIn(facts.algorithm) ?? ''
  if (salt === undefined || value === undefined || rounds === undefined)
    throw new ValueError(
      'credentials',
      'The password credential is missing its salt, value or iteration count.',
    )
  if (/^pbkdf2(-sha256|-sha512)?$/.test(algorithm)) return `$${algorithm}$i=${rounds}$${salt}$${value}`
  if (algorithm !== 'argon2')
    throw new ValueError('credentials', 'The algorithm of the password is not known.')
  const parameters = objectIn(facts.additionalParameters, 'credentials/additionalParameters') ?? {}
  const first = (name: string) => {
    const values = parameters[name]
    return textIn(Array.isArray(values) ? values[0] : values)
  }
  if (first('version') !== undefined && first('version') !== '1.3')
    throw new ValueError('credentials', 'The version of argon2 is not 1.3.')
  const cost = `m=${first('memory')},t=${rounds},p=${first('parallelism')}`
  return `$argon2${first('type') ?? 'id'}$v=19$${cost}$${salt}$${value}`
}

const unpadded = (value: unknown): string | undefined => textIn(value)?.replace(/=+$/, '')
