import type { Caller } from './endpoint.ts'
import { Failure } from './failures.ts'
import { isUuid } from './fields.ts'

/** The id of the user that a path names: `me` is whoever calls. */
export function userInPath(id: string, caller: Caller): string {
  if (id !== 'me') return normalizeId(id)
  // A machine is nobody.
  if (caller.userId === undefined) throw new Failure('user_not_found')
  return caller.userId
}

/** What is not shaped like an id is nobody's, and goes no further: PostgreSQL takes no text with a NUL in it. */
export const normalizeId = (id: string): string => (isUuid(id) ? id.toLowerCase() : '')
