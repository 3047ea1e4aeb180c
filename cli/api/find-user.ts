import { Failure } from '#contract/declaration/failures.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import type { UserResource } from '#contract/users/user.ts'
import { getUserByEmailEndpoint, getUserByUsernameEndpoint, getUserEndpoint } from '#contract/users.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { printable } from '../printable.ts'
import type { Api } from './api.ts'

/** Finds the user whom an operator means, by username, e-mail address or id. @throws {StartFault} when there is none */
export async function findNamedUser(api: Api, name: string): Promise<UserResource> {
  const user = await lookUp(api, name).catch(asMissing)
  if (user) return user
  throw new StartFault([`There is no user ${printable(name)}.`])
}

/** Looks up a user by id, address or username. No username has the form of a UUID or an `@`, so the text says which one it is. */
function lookUp(api: Api, name: string): Promise<UserResource> {
  if (isUuid(name)) return api.call(getUserEndpoint, { params: { id: name } })
  if (name.includes('@')) return api.call(getUserByEmailEndpoint, { params: { email: name } })
  return api.call(getUserByUsernameEndpoint, { params: { username: name } })
}

export function asMissing(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'user_not_found') return undefined
  throw error
}
