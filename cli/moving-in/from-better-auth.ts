import { flagIn, textIn, timeIn } from '#users/moving-in/values.ts'
import { type MovedUser, mapRecords, type Reader } from './moved-user.ts'
import { type ForeignRecord, readRecords } from './records.ts'
import { roleNamesIn } from './roles.ts'
import { usernameIn } from './username.ts'

/** Reads rows of better-auth's table `user` with the password of the table `account`, as CSV or JSON Lines. */
export const fromBetterAuth: Reader = (file) => mapRecords(readRecords(file), toUser)

function toUser(user: ForeignRecord): MovedUser {
  const { username, notes } = usernameIn(user.username)
  return {
    row: {
      ...{ id: textIn(user.id), email: textIn(user.email), name: textIn(user.name), username },
      email_verified: flagIn(user.emailVerified ?? user.email_verified, 'emailVerified'),
      status: flagIn(user.banned, 'banned') ? 'suspended' : undefined,
      created_at: timeIn(user.createdAt ?? user.created_at, 'createdAt'),
      password_hash: textIn(user.password),
    },
    // Every user has the role `user` there unless the application says otherwise, so this role is left out.
    roles: roleNamesIn(user.role).filter((role) => role !== 'user'),
    names: { password_hash: 'password' },
    notes: [
      ...notes,
      ...(flagIn(user.twoFactorEnabled ?? user.two_factor_enabled, 'twoFactorEnabled')
        ? ['second factors (TOTP) do not come along']
        : []),
    ],
  }
}
