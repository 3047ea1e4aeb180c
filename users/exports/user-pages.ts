import type { UserResource } from '#contract/user.ts'
import { toResource } from '../core/user.ts'
import type { Users } from '../core/users.ts'
import { findUsers } from '../lists/find-users.ts'
import { filterOf, type ListUsers, refuseBesideSearch } from '../lists/list-users.ts'
import { type Position, positionOf } from '../lists/user-order.ts'

const pageRows = 200

/** Reads all users of a list, a page at a time. @throws {Failure} `invalid_request` */
export function userPages(
  { db, clock }: Pick<Users, 'db' | 'clock'>,
  query: Omit<ListUsers, 'limit' | 'cursor' | 'total'>,
): AsyncIterable<UserResource[]> {
  if (query.search !== undefined) refuseBesideSearch(query)
  const { sort = 'created_at' } = query
  const filter = filterOf(query)
  // In this order new users come last, and would make the export longer while they sign up, so only users created before its
  // start are read. In the other orders few new users can appear.
  if (sort === 'created_at') filter.createdBefore = Math.min(filter.createdBefore, clock.now() + 1)
  return (async function* () {
    for (let after: Position | undefined; ; ) {
      const { found, goesOnAfter } = await findUsers(db, { filter, sort, after }, pageRows)
      yield found.map(toResource)
      const last = found.length === pageRows ? found.at(-1) : undefined
      after = last ? positionOf(last, sort) : goesOnAfter
      if (!after) return
    }
  })()
}
