import type { EventResource } from '#contract/events/events.ts'
import { toEventResource } from '#runtime/events/event-log.ts'
import type { Users } from '../../core/users.ts'
import { findEnd, findEvents, readFilter } from '../../events/index.ts'

const pageRows = 200

/**
 * Reads all events of a list, page by page, without events that are added during the export. @throws {Failure} `invalid_request`
 */
export function eventPages(
  { db }: Pick<Users, 'db'>,
  query: { type?: string | undefined; user_id?: string | undefined },
): AsyncIterable<EventResource[]> {
  const filter = readFilter(query)
  return (async function* () {
    const upTo = await findEnd(db)
    for (let after = 0; ; ) {
      const found = await findEvents(db, filter, { after, upTo, limit: pageRows })
      yield found.map(toEventResource)
      const last = found.at(-1)
      if (!last || found.length < pageRows) return
      after = last.position
    }
  })()
}
