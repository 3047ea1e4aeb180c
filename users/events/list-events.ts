import type { LoggedEvent } from '#runtime/events/event-log.ts'
import { readPosition } from '#runtime/events/follow-feed.ts'
import type { Users } from '../core/users.ts'
import type { EventFilter } from './event.ts'
import { findEnd, findEvents } from './event-store.ts'

export interface EventPage {
  events: LoggedEvent[]
  nextCursor: string | null
  position: string
}

export async function listEvents(
  { db }: Pick<Users, 'db'>,
  input: { limit?: number | undefined; cursor?: string | undefined; filter: EventFilter },
): Promise<EventPage> {
  const limit = input.limit ?? 50
  const after = readPosition(input.cursor, '/cursor') ?? 0
  // The position of the last event is read first: all events up to it are committed, and later ones belong to the next page.
  const end = await findEnd(db)
  // One row more than requested shows whether there is another page.
  const found = await findEvents(db, input.filter, { after, upTo: end, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    events: page,
    nextCursor: last ? `${last.position}` : null,
    position: `${last?.position ?? end}`,
  }
}
