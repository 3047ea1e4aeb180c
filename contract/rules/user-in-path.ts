import type { Caller } from '../declaration/endpoint.ts'
import { Failure } from '../declaration/failures.ts'
import { isUuid } from '../declaration/fields.ts'

/**
 * Returns the id of the user that a path names; `me` is the caller. For a text that is no id it returns an empty text, which
 * finds no user.
 */
export function userInPath(id: string, caller: Caller): string {
  if (id !== 'me') return normalizeId(id)
  // An API key is no user, so `me` names nobody.
  if (caller.userId === undefined) throw new Failure('user_not_found')
  return caller.userId
}

/**
 * Returns an id in lower case. For a text that is not a UUID it returns an empty text, which finds nothing: PostgreSQL would
 * fail on a text with a NUL in it.
 */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : '')
