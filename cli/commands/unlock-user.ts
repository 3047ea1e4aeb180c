import { forgetFailures, forgetFailuresOfName } from '#auth/login/login-limits.ts'
import { authMigrations } from '#auth/service.ts'
import { isUuid } from '#contract/fields.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { findUser } from '#users/core/user-store.ts'
import { userMigrations } from '#users/service.ts'
import { findLoginUser } from '#users/user/find-login-user.ts'
import { openExisting } from '../open-existing.ts'
import { type AllSettings, databaseUrls } from '../start/all-settings.ts'

/**
 * Forgets the failed logins of a user who cannot log in because other people guess the password. The name is a username or email
 * address, as in a login.
 */
export async function unlockUserCommand(settings: AllSettings, nameOrId: string): Promise<void> {
  const urls = databaseUrls(settings)
  await using parts = new AsyncDisposableStack()
  const users = await openExisting(urls.users, userMigrations)
  parts.defer(() => users.close())
  // The user is looked up as if sign-up were open, so that an email address is found too: an operator may know which user has the
  // address.
  const open = { db: users, policy: { signup: 'open' } } as const
  const id = isUuid(nameOrId) ? nameOrId.toLowerCase() : await findLoginUser(open, nameOrId)
  const user = id === undefined ? undefined : await findUser(users, id)
  if (!user) throw new StartFault([`There is no user ${nameOrId}.`])
  const auth = await openExisting(urls.auth, authMigrations)
  parts.defer(() => auth.close())
  let forgotten = await forgetFailures(auth, user.id)
  for (const name of [user.username, user.email]) forgotten += await forgetFailuresOfName(auth, name)
  process.stdout.write(
    forgotten > 0
      ? `The wrong passwords of ${user.username} are forgotten: the next try is looked at.\n`
      : `No wrong password of ${user.username} is counted.\n`,
  )
}
