import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { flagIn, nameOf, objectIn, textIn, timeIn, ValueError } from '#users/moving-in/values.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import type { ForeignRecord, Read } from './records.ts'
import { roleNamesIn } from './roles.ts'
import { readUserList } from './user-list.ts'
import { usernameIn } from './username.ts'

/** Reads an export of `kc.sh export`: a realm with its users in one file, or a folder with the users in files of their own. */
export const fromKeycloak: Reader = (file) => mapRecords(readRealm(file), toUser)

async function* readRealm(path: string): AsyncGenerator<Read<ForeignRecord>> {
  const isFolder = statSync(path).isDirectory()
  const files = isFolder ? userFilesIn(path) : [path]
  for (const file of files) {
    const users = readUserList(file)
    if (users) yield* users
    // A realm without users looks like a complete export. It is refused, because the import would move nobody.
    else if (!isFolder)
      throw new StartFault([
        `${file} has no users. Export them into the same file with kc.sh export --users realm_file, or name the folder of an export whose users are in files of their own. Nothing was changed.`,
      ])
  }
}

function userFilesIn(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
  if (files.length > 0) return files
  throw new StartFault([`There is no export of Keycloak in ${folder}. Nothing was changed.`])
}

function toUser(user: ForeignRecord): MovedUser {
  const credentials = (Array.isArray(user.credentials) ? user.credentials : []).filter(isObject)
  const password = credentials.find(({ type }) => type === 'password')
  const attributes = objectIn(user.attributes, 'attributes') ?? {}
  const { username, notes } = usernameIn(user.username)
  const hasOtp = credentials.some(({ type }) => type === 'otp' || type === 'totp')
  return {
    row: {
      ...{ id: textIn(user.id), email: textIn(user.email), username },
      name: nameOf(user.firstName, user.lastName),
      locale: Array.isArray(attributes.locale) ? textIn(attributes.locale[0]) : undefined,
      status: flagIn(user.enabled, 'enabled') === false ? 'suspended' : undefined,
      email_verified: flagIn(user.emailVerified, 'emailVerified'),
      created_at: timeIn(user.createdTimestamp, 'createdTimestamp'),
      password_hash: password && hashOf(password),
    },
    roles: rolesOf(user),
    names: { name: 'firstName', locale: 'attributes/locale', password_hash: 'credentials' },
    notes: [
      ...notes,
      ...(hasOtp ? ['second factors (OTP) do not come along'] : []),
      ...(Array.isArray(user.federatedIdentities) && user.federatedIdentities.length > 0
        ? ['links to identity providers do not come along']
        : []),
    ],
    ...(user.serviceAccountClientId === undefined ? {} : { skipped: 'service accounts of clients' }),
  }
}

/** The roles that every user of a realm has, which say nothing about rights. */
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
    throw new ValueError('credentials', 'The password has no salt, value or iterations.')
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
