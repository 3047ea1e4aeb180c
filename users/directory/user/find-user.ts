import type { Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import type { User } from '../../core/user.ts'
import { findUser, findUserByEmail, findUserByUsername } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'

type By = { id: string } | { email: string } | { username: string }

/**
 * Finds a user whom the caller may see. Other users are reported as missing, so that the answer does not tell
 * which users exist.
 */
export async function findVisibleUser(users: Users, input: { by: By; caller: Caller }): Promise<User> {
  const { by, caller } = input
  const user = caller.scopes.includes('users:read') ? await lookUp(users, by) : await findSelf(users, input)
  if (!user) throw new Failure('user_not_found')
  return user
}

/**
 * Finds the caller if the query names them. It reads the caller's own row only, so that the time of the answer does not tell
 * whether another user exists (I12).
 */
async function findSelf(users: Users, { by, caller }: { by: By; caller: Caller }): Promise<User | undefined> {
  const self = caller.userId === undefined ? undefined : await findUser(users.db, caller.userId)
  return self && isNamed(self, by) ? self : undefined
}

function isNamed(user: User, by: By): boolean {
  if ('id' in by) return user.id === by.id.toLowerCase()
  if ('username' in by) return usernameKey(user.username) === usernameKey(by.username)
  // The address is usually spelled as it is stored, and computing the keys costs more than everything else here.
  if (by.email === user.email) return true
  const key = emailKey(by.email)
  return key !== undefined && key === emailKey(user.email)
}

async function lookUp(users: Users, by: By): Promise<User | undefined> {
  if ('id' in by) return findUser(users.db, by.id.toLowerCase())
  if ('username' in by) {
    // PostgreSQL rejects text that contains a NUL.
    return by.username.includes('\0') ? undefined : findUserByUsername(users.db, usernameKey(by.username))
  }
  const key = emailKey(by.email)
  return key === undefined ? undefined : findUserByEmail(users.db, key)
}
