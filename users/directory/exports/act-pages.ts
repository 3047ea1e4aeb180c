import type { Query } from '#contract/declaration/endpoint.ts'
import type { ActResource, listActsEndpoint } from '#contract/events/audit.ts'
import type { Users } from '../../core/users.ts'
import { listActs, toActResource } from '../../events/index.ts'

const pageRows = 200

/**
 * Reads all acts (audit records) of a list, page by page. The newest comes first, so that acts which are added during the export
 * are not read.
 * @throws {Failure} `invalid_request`
 */
export async function* actPages(
  users: Pick<Users, 'db'>,
  query: Omit<Query<typeof listActsEndpoint>, 'limit' | 'cursor'>,
): AsyncGenerator<ActResource[]> {
  for (let cursor: string | undefined; ; ) {
    const { acts, names, nextCursor } = await listActs(users, { ...query, limit: pageRows, cursor })
    yield acts.map((act) => toActResource(act, names))
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
