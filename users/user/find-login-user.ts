import { emailKey, usernameKey } from '#contract/names.ts'
import type { Sql } from '#runtime/database/database.ts'
import { findConfirmedIdByUsername, findIdByEmail, findIdByUsername } from '../core/user-store.ts'
import type { UserPolicy } from '../core/users.ts'

/**
 * Finds the id of the user whom a login name means, a username or an e-mail address: guesses are counted by it. Only where
 * sign-up is open, and tells which addresses are taken anyway, an address means its user; elsewhere guesses are counted by
 * the address itself. One count for both names would let whoever knows a username test which address belongs to it (I12).
 * With private sign-up the name of a user who is not confirmed means nobody either: a count that begins anew when a sign-up
 * has made a user would tell that the address was free.
 */
export async function findLoginUser(
  { db, policy: { signup } }: { db: Sql; policy: Pick<UserPolicy, 'signup'> },
  name: string,
): Promise<string | undefined> {
  // A username never holds an `@`, so a name is one or the other.
  if (!name.includes('@'))
    return signup === 'private'
      ? findConfirmedIdByUsername(db, usernameKey(name))
      : findIdByUsername(db, usernameKey(name))
  const key = signup === 'open' ? emailKey(name) : undefined
  return key === undefined ? undefined : findIdByEmail(db, key)
}
