import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { StartFault } from '#runtime/start-fault.ts'
import { flagIn, textIn, timeIn } from '#users/import/values.ts'
import { type FoundApp, leftApp, readApp } from './authenticator-apps.ts'
import { idIn, joinMetadata, leftFields, listIn } from './left-fields.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { readLinks } from './provider-links.ts'
import { readRecords } from './records.ts'
import { roleNamesIn } from './roles.ts'
import { usernameIn } from './username.ts'
import { decryptXChaCha20 } from './xchacha20.ts'

/**
 * Reads rows of better-auth's table `user` with what its tables `account` and `twoFactor` hold of each, as CSV or JSON Lines.
 * Their columns: https://www.better-auth.com/docs/concepts/database and https://www.better-auth.com/docs/plugins/2fa
 */
export const fromBetterAuth: Reader = (file, { secretFile }) => {
  const key = secretFile === undefined ? undefined : readKey(secretFile)
  return mapRecords(readRecords(file), (user) => toUser(user, key))
}

/** better-auth encrypts with the SHA-256 digest of its secret. */
function readKey(file: string): Buffer {
  if (!existsSync(file)) throw new StartFault([`There is no file ${file}.`])
  return createHash('sha256').update(readFileSync(file, 'utf8').trim()).digest()
}

/** The columns that the reader reads. The query in the guide gives each of them. */
export const betterAuthColumns = [
  'id',
  'name',
  'email',
  'emailVerified',
  'createdAt',
  'username',
  'phoneNumber',
  'role',
  'banned',
  'banExpires',
  'isAnonymous',
  'accounts',
  'twoFactorEnabled',
  'twoFactorSecret',
  'twoFactorVerified',
] as const

/**
 * Columns that are accepted without a note: other spellings, columns that only some installations have, and columns that have no
 * meaning here.
 */
const otherColumns = [
  'email_verified',
  'created_at',
  'updatedAt',
  'updated_at',
  'phone_number',
  'phoneNumberVerified',
  'phone_number_verified',
  'displayUsername',
  'two_factor_enabled',
  'password',
  'twoFactorDigits',
  'twoFactorPeriod',
] as const

type UserRow = { [name in (typeof betterAuthColumns)[number] | (typeof otherColumns)[number]]?: unknown }

function toUser(user: UserRow, key: Buffer | undefined): MovedUser {
  const { username, notes } = usernameIn(user.username)
  const isVerified = flagIn(user.emailVerified ?? user.email_verified, 'emailVerified')
  const app = appOf(user, key)
  const accounts = listIn(user.accounts)
  const own = accounts.find(({ providerId }) => providerId === 'credential')
  const links = readLinks(
    accounts
      .filter((account) => account !== own)
      .map(({ providerId, accountId }) => ({ provider: textIn(providerId), subject: idIn(accountId) })),
    isVerified,
  )
  return {
    row: {
      id: textIn(user.id),
      email: textIn(user.email),
      name: textIn(user.name),
      username,
      email_verified: isVerified,
      status: isBanned(user) ? 'suspended' : undefined,
      created_at: timeIn(user.createdAt ?? user.created_at, 'createdAt'),
      metadata: joinMetadata(undefined, { phone: textIn(user.phoneNumber ?? user.phone_number) }).metadata,
      password_hash: textIn(user.password) ?? textIn(own?.password),
    },
    signInMethods: { ...(app.totp && { totp: app.totp }), identities: links.identities },
    // Every user has the role `user` there unless the application says otherwise, so this role is left out.
    roles: roleNamesIn(user.role).filter((role) => role !== 'user'),
    names: { password_hash: 'password' },
    notes: [
      ...notes,
      ...app.notes,
      ...links.notes,
      ...leftFields(user, [...betterAuthColumns, ...otherColumns]),
    ],
    ...(flagIn(user.isAnonymous, 'isAnonymous') ? { skipped: 'anonymous users' } : {}),
  }
}

/** Checks whether a user is banned and the ban still lasts. One without an end lasts for ever. */
function isBanned({ banned, banExpires }: UserRow): boolean {
  const until = timeIn(banExpires, 'banExpires') ?? Number.POSITIVE_INFINITY
  return flagIn(banned, 'banned') === true && until > Date.now()
}

/** Reads the app of a user. The secret is encrypted, and its letters are its bytes. */
function appOf(user: UserRow, key: Buffer | undefined): FoundApp {
  if (!flagIn(user.twoFactorEnabled ?? user.two_factor_enabled, 'twoFactorEnabled')) return { notes: [] }
  // An app that was never confirmed with a code is not used at a sign-in of better-auth: the second factor of such a user is
  // codes by mail.
  if (flagIn(user.twoFactorVerified, 'twoFactorVerified') === false)
    return leftApp('its setup was never finished')
  const sealed = textIn(user.twoFactorSecret)
  if (sealed === undefined) return leftApp('the file has no twoFactorSecret')
  if (!key) return leftApp('--secret-file is missing')
  const hex = sealed.replace(/^\$ba\$\d+\$/, '')
  const secret = /^([0-9a-f]{2})+$/i.test(hex) ? decryptXChaCha20(key, Buffer.from(hex, 'hex')) : undefined
  return readApp({ secret, digits: user.twoFactorDigits || 6, period: user.twoFactorPeriod || 30 })
}
