import { existsSync, readFileSync } from 'node:fs'
import { StartFault } from '#runtime/start-fault.ts'
import { type FirebaseProject, firebaseHash } from '#users/foreign-hashes/firebase-scrypt.ts'
import { flagIn, objectIn, textIn, timeIn } from '#users/import/values.ts'
import { idIn, joinMetadata, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import type { ForeignRecord } from './records.ts'
import { roleNamesInClaims } from './roles.ts'
import { readUserList } from './user-list.ts'

/**
 * Reads a file that `firebase auth:export FILE --format=json` writes. The parameters that all hashes of a project share are not
 * in it: the console shows them, and `--hash-config` names a file with them.
 */
export const fromFirebase: Reader = (file, { hashConfig }) => {
  const users = readUserList(file)
  if (!users) throw new StartFault([`${file} has no users; export with --format=json. Nothing was changed.`])
  const project = hashConfig === undefined ? undefined : readHashConfig(hashConfig)
  if (!project && users.some((one) => 'value' in one && textIn(one.value.passwordHash) !== undefined))
    throw new StartFault([
      '--hash-config is missing: a file with the hash_config { … } that the Firebase console shows under Authentication, Users, Password hash parameters. Nothing was changed.',
    ])
  return mapRecords(users, (user) => toUser(user, project))
}

function readHashConfig(file: string): FirebaseProject {
  if (!existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  const text = readFileSync(file, 'utf8')
  const field = (name: string) => new RegExp(`\\b${name}"?\\s*:\\s*"?([A-Za-z0-9+/_=-]+)`).exec(text)?.[1]
  const [algorithm, rounds, memCost] = [field('algorithm'), field('rounds'), field('mem_cost')]
  const [signerKey, saltSeparator] = [field('base64_signer_key'), field('base64_salt_separator')]
  if (algorithm !== 'SCRYPT' || !signerKey || !rounds || !memCost)
    throw new StartFault([`${file} is not a hash_config of Firebase for SCRYPT. Nothing was changed.`])
  return {
    rounds: Number(rounds),
    memCost: Number(memCost),
    signerKey: standard(signerKey),
    saltSeparator: standard(saltSeparator ?? ''),
  }
}

/** Converts base64 into its standard form: the API writes the form for URLs, and the command line the standard one. */
const standard = (base64: string): string => base64.replaceAll('-', '+').replaceAll('_', '/')

function toUser(user: ForeignRecord, project: FirebaseProject | undefined): MovedUser {
  const [hash, salt] = [textIn(user.passwordHash), textIn(user.salt)]
  const isVerified = flagIn(user.emailVerified, 'emailVerified')
  const links = readLinks(
    listIn(user.providerUserInfo)
      .filter(({ providerId }) => providerId !== 'password' && providerId !== 'phone')
      .map(({ providerId, rawId }) => ({ provider: textIn(providerId), subject: idIn(rawId) })),
    isVerified,
  )
  return {
    row: {
      id: textIn(user.localId),
      email: textIn(user.email),
      name: textIn(user.displayName),
      email_verified: isVerified,
      status: flagIn(user.disabled, 'disabled') ? 'suspended' : undefined,
      created_at: timeIn(user.createdAt, 'createdAt'),
      last_login_at: timeIn(user.lastSignedInAt, 'lastSignedInAt'),
      metadata: joinMetadata(undefined, { phone: textIn(user.phoneNumber) }).metadata,
      password_hash:
        hash && project && firebaseHash(project, { salt: standard(salt ?? ''), hash: standard(hash) }),
    },
    signInMethods: { identities: links.identities },
    roles: roleNamesInClaims(objectIn(user.customAttributes, 'customAttributes')),
    names: { id: 'localId', name: 'displayName', password_hash: 'passwordHash' },
    notes: [
      ...links.notes,
      ...(textIn(user.customAttributes) ? ['custom claims do not come along'] : []),
      ...leftFields(user, knownFields),
    ],
  }
}

const knownFields = [
  'localId',
  'email',
  'emailVerified',
  'passwordHash',
  'salt',
  'displayName',
  'disabled',
  'createdAt',
  'lastSignedInAt',
  'providerUserInfo',
  'customAttributes',
  'phoneNumber',
]
