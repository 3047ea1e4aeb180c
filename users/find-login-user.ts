import { emailKey, usernameKey } from '#contract/names.ts'
import { findIdByEmail, findIdByUsername } from './user-store.ts'
import type { Users } from './users.ts'

/** The id of the user whom a login name means, a username or an e-mail address: guesses are counted by it. */
export async function findLoginUser({ db }: Pick<Users, 'db'>, name: string): Promise<string | undefined> {
  // A username never holds an `@`, so a name is one or the other.
  if (!name.includes('@')) return findIdByUsername(db, usernameKey(name))
  const key = emailKey(name)
  return key === undefined ? undefined : findIdByEmail(db, key)
}
