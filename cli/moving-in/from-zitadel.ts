import { isObject } from '#contract/rules/strict-json.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { fromBase32 } from '#users/factors/core/base32.ts'
import { flagIn, nameOf, textIn } from '#users/import/values.ts'
import { readApp } from './authenticator-apps.ts'
import { idIn, joinMetadata, leftFields, listIn, objectOf } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { type KnownProvider, providerNameOf, readLinks } from './provider-links.ts'
import type { ForeignRecord } from './records.ts'
import { roleNamesIn } from './roles.ts'
import { readDocument } from './user-list.ts'
import { usernameIn } from './username.ts'

/**
 * Reads what the API of ZITADEL exports, with `withPasswords` and `withOtp`. The export does not contain who is locked or
 * deactivated: https://zitadel.com/docs/apis/resources/admin/admin-service-export-data
 */
export const fromZitadel: Reader = async function* (file) {
  const document = readDocument(file)
  const organizations = isObject(document) ? document.orgs : undefined
  if (!Array.isArray(organizations))
    throw new StartFault([`${file} has no orgs, as an export of ZITADEL has. Nothing was changed.`])
  for (const [at, one] of organizations.entries()) {
    const organization = objectOf(one)
    const records = (name: string) =>
      listIn(organization[name]).map((value, index) => ({
        location: `${file}: orgs[${at}].${name}[${index}]`,
        value,
      }))
    const about = aboutUsersOf(organization)
    yield* mapRecords(records('humanUsers'), (user) => toUser(user, about))
    for (const { location } of records('machineUsers'))
      yield { location, value: { row: {}, skipped: 'machine users' } }
  }
}

/** The data about users that an export has outside the records of the users, for each organization. */
interface AboutUsers {
  /** The OpenID providers of the organization by their ids. Providers of the whole installation are not in the export. */
  providers: Map<string, KnownProvider>
  links: Map<string, ForeignRecord[]>
  metadata: Map<string, ForeignRecord[]>
  roles: Map<string, ForeignRecord[]>
  projects: Map<string, string>
}

function aboutUsersOf(organization: ForeignRecord): AboutUsers {
  const providers = new Map<string, KnownProvider>()
  for (const { idpId, idp } of listIn(organization.oidcIdps)) {
    const { name, issuer } = objectOf(idp)
    if (typeof issuer === 'string')
      providers.set(String(idpId), { provider: providerNameOf(String(name)), issuer })
  }
  const grants = [...listIn(organization.userGrants), ...listIn(organization.orgMembers)]
  return {
    providers,
    links: byUser(listIn(organization.userLinks), 'userId'),
    metadata: byUser(listIn(organization.userMetadata), 'id'),
    roles: byUser(grants, 'userId'),
    projects: new Map(
      listIn(organization.projects).map(({ projectId, project }) => [
        String(projectId),
        String(objectOf(project).name),
      ]),
    ),
  }
}

const byUser = (records: ForeignRecord[], field: string): Map<string, ForeignRecord[]> =>
  Map.groupBy(records, (record) => String(record[field]))

function toUser(record: ForeignRecord, about: AboutUsers): MovedUser {
  const id = textIn(record.userId) ?? ''
  const user = objectOf(record.user)
  const profile = objectOf(user.profile)
  const address = objectOf(user.email)
  const isVerified = flagIn(address.isEmailVerified, 'email/isEmailVerified')
  const { username, notes } = usernameIn(user.userName)
  const secret = textIn(user.otpCode)
  const app = secret === undefined ? { notes: [] } : readApp({ secret: fromBase32(secret) })
  const links = readLinks(
    (about.links.get(id) ?? []).map(({ idpId, idpName, providedUserId }) => ({
      idpId,
      provider: textIn(idpName),
      subject: idIn(providedUserId),
    })),
    isVerified,
    ({ idpId }) => about.providers.get(String(idpId)),
  )
  const values = (about.metadata.get(id) ?? []).map(({ key, value }) => [String(key), decoded(value)])
  const joined = joinMetadata(Object.fromEntries(values.filter(([, value]) => value !== undefined)), {
    phone: textIn(objectOf(user.phone).phone),
  })
  const mustChangePassword = flagIn(user.passwordChangeRequired, 'passwordChangeRequired') === true
  const hash = textIn(objectOf(user.hashedPassword).value)
  return {
    row: {
      id,
      email: textIn(address.email),
      username,
      email_verified: isVerified,
      name: nameOf(profile.displayName) ?? nameOf(profile.firstName, profile.lastName),
      locale: profile.preferredLanguage === 'und' ? undefined : textIn(profile.preferredLanguage),
      metadata: joined.metadata,
      password_hash: hash,
    },
    names: {
      id: 'userId',
      email: 'email/email',
      username: 'userName',
      name: 'profile/displayName',
      locale: 'profile/preferredLanguage',
      password_hash: 'hashedPassword',
      metadata: 'userMetadata',
    },
    signInMethods: {
      ...('totp' in app && app.totp && { totp: app.totp }),
      identities: links.identities,
      mustChangePassword,
    },
    roles: (about.roles.get(id) ?? []).flatMap(({ projectId, roleKeys, roles }) => [
      ...roleNamesIn(roleKeys).map((key) => `${about.projects.get(String(projectId)) ?? projectId}/${key}`),
      ...roleNamesIn(roles),
    ]),
    notes: [
      ...notes,
      ...app.notes,
      ...links.notes,
      ...joined.notes,
      ...values.flatMap(([, value]) =>
        value === undefined ? ['metadata that is no text is left behind'] : [],
      ),
      ...(mustChangePassword && hash !== undefined ? ['must change the password at the next sign-in'] : []),
      'members of organizations: the membership is left behind',
      ...leftFields(user, knownFields),
      ...leftFields(profile, [
        ...knownOfProfile,
        ...(profile.gender === 'GENDER_UNSPECIFIED' ? ['gender'] : []),
      ]),
    ],
  }
}

/** Decodes a value of the metadata, which is bytes in base64. Returns undefined when they are no text. */
function decoded(value: unknown): string | undefined {
  const text = Buffer.from(textIn(value) ?? '', 'base64').toString('utf8')
  return text.includes('\ufffd') ? undefined : text
}

const knownFields = [
  'userName',
  'profile',
  'email',
  'phone',
  'hashedPassword',
  'passwordChangeRequired',
  'otpCode',
]
const knownOfProfile = ['firstName', 'lastName', 'displayName', 'preferredLanguage']
