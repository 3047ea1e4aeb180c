import type { UserResource } from '#contract/users/user.ts'
import type { Sql } from '#runtime/database/database.ts'
import { toResource } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { findUsers } from '../lists/find-users.ts'
import { filterOf, type ListUsers, refuseBesideSearch, withUnfolded } from '../lists/list-users.ts'
import { type Position, positionOf } from '../lists/user-order.ts'

const pageRows = 200

/** Reads all users of a list, page by page. @throws {Failure} `invalid_request` */
export function userPages(
  { db }: Pick<Users, 'db'>,
  query: Omit<ListUsers, 'limit' | 'cursor' | 'total'>,
): AsyncIterable<UserResource[]> {
  if (query.search !== undefined) refuseBesideSearch(query)
  const { sort = 'created_at' } = query
  const asked = filterOf(query)
  return (async function* () {
    const { filter } = await withUnfolded(db, asked)
    // In this order new users come last, and would make the export longer while they sign up, so it ends with the newest user at
    // its start. The clock is no such end: it may have been ahead when users signed up. In the other orders few new users can appear.
    if (sort === 'created_at')
      filter.createdBefore = Math.min(filter.createdBefore, (await findLatestCreation(db)) + 1)
    for (let after: Position | undefined; ; ) {
      const { found, goesOnAfter } = await findUsers(db, { filter, sort, after }, pageRows)
      yield found.map(toResource)
      const last = found.length === pageRows ? found.at(-1) : undefined
      after = last ? positionOf(last, sort) : goesOnAfter
      if (!after) return
    }
  })()
}

/** Returns when the newest user was created, in epoch milliseconds. */
async function findLatestCreation(db: Sql): Promise<number> {
  const { found } = await findUsers(db, { filter: filterOf({}), sort: '-created_at', after: undefined }, 1)
  return found[0]?.createdAt ?? 0
}
