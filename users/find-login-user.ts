import { emailKey, usernameKey } from '#contract/names.ts'
import { findConfirmedIdByUsername, findIdByEmail, findIdByUsername } from './user-store.ts'
import type { Users } from './users.ts'

/**
 * The id of the user whom a login name means, a username or an e-mail address: guesses are counted by it. With private
 * sign-up an address means nobody, nor does the name of a user who is not confirmed: such guesses are counted by what was
 * typed. A count that a name shares with an address, or that begins anew when a sign-up has made a user, would tell whether
 * the address was free (I12).
 */
export async function findLoginUser(
  { db, signup }: Pick<Users, 'db' | 'signup'>,
  name: string,
): Promise<string | undefined> {
  const isPrivate = signup === 'private'
  // A username never holds an `@`, so a name is one or the other.
  if (!name.includes('@'))
    return isPrivate
      ? findConfirmedIdByUsername(db, usernameKey(name))
      : findIdByUsername(db, usernameKey(name))
  const key = emailKey(name)
  return key === undefined || isPrivate ? undefined : findIdByEmail(db, key)
}
