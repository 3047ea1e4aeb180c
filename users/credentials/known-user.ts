import type { UserResource } from '#contract/user.ts'
import { toResource, type User } from '../core/user.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { validateUser } from './validate-user.ts'

interface KnownUser {
  user: UserResource
  session_epoch: number
}

/** What the authentication service asks at each login. */
export async function checkCredentials(
  users: Users,
  input: { username: string; password: string },
): Promise<KnownUser> {
  return toKnown(await validateUser(users, { name: input.username, password: input.password }))
}

/** What it asks at each refresh. */
export async function findKnownUser(users: Users, id: string): Promise<KnownUser | undefined> {
  const user = await findUser(users.db, id.toLowerCase())
  return user && toKnown(user)
}

const toKnown = (user: User): KnownUser => ({ user: toResource(user), session_epoch: user.sessionEpoch })
