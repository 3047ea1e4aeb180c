import type { Caller } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { emailKey, usernameKey } from '#contract/names.ts'
import { may, type User } from './user.ts'
import { findUser, findUserByEmail, findUserByUsername } from './user-store.ts'
import type { Users } from './users.ts'

type By = { id: string } | { email: string } | { username: string }

/** Somebody whom the caller may not see is not there: the answer says nothing about who exists. */
export async function findVisibleUser(users: Users, input: { by: By; caller: Caller }): Promise<User> {
  const user = await lookUp(users, input.by)
  if (!user || !may(input.caller, 'users:read', user.id)) throw new Failure('user_not_found')
  return user
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
