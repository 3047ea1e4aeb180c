import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { emailKey, usernameKey } from '#contract/names.ts'
import type { User } from '../core/user.ts'
import { findUser, findUserByEmail, findUserByUsername } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'

type By = { id: string } | { email: string } | { username: string }

/** Somebody whom the caller may not see is not there: the answer says nothing about who exists. */
export async function findVisibleUser(users: Users, input: { by: By; caller: Caller }): Promise<User> {
  const { by, caller } = input
  const user = caller.scopes.includes('users:read') ? await lookUp(users, by) : await findSelf(users, input)
  if (!user) throw new Failure('user_not_found')
  return user
}

/**
 * Reads the caller's own row and no other, and compares: to look somebody else up is then the same work as to look up
 * nobody, and the time of the answer says nothing either (I12).
 */
async function findSelf(users: Users, { by, caller }: { by: By; caller: Caller }): Promise<User | undefined> {
  const self = caller.userId === undefined ? undefined : await findUser(users.db, caller.userId)
  return self && isNamed(self, by) ? self : undefined
}

function isNamed(user: User, by: By): boolean {
  if ('id' in by) return user.id === by.id.toLowerCase()
  if ('username' in by) return usernameKey(user.username) === usernameKey(by.username)
  // As a rule both are spelled alike; to make the keys costs more than all the rest here.
  if (by.email === user.email) return true
  const key = emailKey(by.email)
  return key !== undefined && key === emailKey(user.email)
}

async function lookUp(users: Users, by: By): Promise<User | undefined> {
  if ('id' in by) return findUser(users.db, by.id.toLowerCase())
  if ('username' in by) {
    // PostgreSQL takes no text with a NUL in it.
    return by.username.includes('\0') ? undefined : findUserByUsername(users.db, usernameKey(by.username))
  }
  const key = emailKey(by.email)
  return key === undefined ? undefined : findUserByEmail(users.db, key)
}
