import type { ActResource, listActsEndpoint } from '#contract/audit.ts'
import type { Query } from '#contract/declaration/endpoint.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { toActResource } from '../audit/act-resource.ts'
import { listActs } from '../audit/list-acts.ts'
import type { Users } from '../core/users.ts'

const pageRows = 200

/** Reads all acts of a list, a page at a time, without those that are added meanwhile. @throws {Failure} `invalid_request` */
export async function* actPages(
  users: Users,
  query: Omit<Query<typeof listActsEndpoint>, 'limit' | 'cursor'>,
): AsyncGenerator<ActResource[]> {
  const filter = { ...query, until: query.until ?? toRfc3339(users.clock.now() + 1), limit: pageRows }
  for (let cursor: string | undefined; ; ) {
    const { acts, names, nextCursor } = await listActs(users, { ...filter, cursor })
    yield acts.map((act) => toActResource(act, names))
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
