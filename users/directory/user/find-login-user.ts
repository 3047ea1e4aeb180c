import { emailKey, usernameKey } from '#contract/rules/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findConfirmedIdByUsername, findIdByEmail, findIdByUsername } from '../../core/user-store.ts'
import type { UserPolicy } from '../../core/users.ts'

/**
 * Finds the id of the user of a login name. Failed logins are counted by this id, or by the name if no user is found. The user of
 * an address is found only with open sign-up, which shows which addresses are taken anyway; otherwise failed logins are counted
 * by the address itself. A common counter for username and address would tell somebody who knows a username which address belongs
 * to it (I12). With private sign-up, an unconfirmed user is not found by the username either: a counter that starts again when a
 * sign-up has made a user would show that the address was free.
 */
export async function findLoginUser(
  { db, policy: { signup } }: { db: Sql; policy: Pick<UserPolicy, 'signup'> },
  name: string,
): Promise<string | undefined> {
  // A username never holds an `@`, so the name is either a username or an address.
  if (!name.includes('@'))
    return signup === 'private'
      ? findConfirmedIdByUsername(db, usernameKey(name))
      : findIdByUsername(db, usernameKey(name))
  const key = signup === 'open' ? emailKey(name) : undefined
  return key === undefined ? undefined : findIdByEmail(db, key)
}
