import { Failure } from '#contract/declaration/failures.ts'
import type { User } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { createUser, type NewUser } from './create-user.ts'

/**
 * Creates a user for a person who signs up without an admin, if the settings allow that.
 * @throws {Failure} `signup_closed`, and those of `createUser`
 */
export async function signUp(users: Users, input: Omit<NewUser, 'by' | 'role' | 'metadata'>): Promise<User> {
  if (users.policy.signup === 'closed') throw new Failure('signup_closed')
  return createUser(users, input)
}
