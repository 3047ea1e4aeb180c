import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { type EventRow, eventColumns, type LoggedEvent, toEvent } from '#runtime/events/event-log.ts'
import type { EventFilter } from './event.ts'

/** Returns the position of the last event. Positions number all events in order. */
export async function findEnd(db: Sql): Promise<number> {
  const [feed] = await db.query<{ position: number }>`SELECT position FROM feeds WHERE id = 'events'`
  return feed?.position ?? 0
}

interface Stretch {
  after: number
  /** The position of the last event that may be found. This bound makes several queries see the same set of events. */
  upTo: number
  limit: number
}

/** Finds the events between two positions of the event log, in the order of their positions. */
export async function findEvents(
  db: Sql,
  { types, userId }: EventFilter,
  stretch: Stretch,
): Promise<LoggedEvent[]> {
  if (userId !== undefined) return findEventsAbout(db, userId, { ...stretch, types })
  if (!types) return findAllEvents(db, stretch)
  // Each type is read by its own range of an index, and the results are merged.
  const found = await Promise.all(types.map((type) => findEventsOf(db, type, stretch)))
  return found
    .flat()
    .sort((a, b) => a.position - b.position)
    .slice(0, stretch.limit)
}

async function findAllEvents(db: Sql, { after, upTo, limit }: Stretch): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events
    WHERE position > ${after} AND position <= ${upTo} ORDER BY position LIMIT ${limit}`
  return rows.map(toEvent)
}

async function findEventsOf(db: Sql, type: string, { after, upTo, limit }: Stretch): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events
    WHERE type = ${type} AND position > ${after} AND position <= ${upTo} ORDER BY position LIMIT ${limit}`
  return rows.map(toEvent)
}

/** Finds events about one user. A user has few events, so the types are filtered row by row. */
async function findEventsAbout(
  db: Sql,
  userId: string,
  { after, upTo, limit, types }: Stretch & Pick<EventFilter, 'types'>,
): Promise<LoggedEvent[]> {
  const list = types ? `,${types.join(',')},` : null
  const rows = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events
    WHERE subject = ${userId} AND position > ${after} AND position <= ${upTo}
      AND (CAST(${list} AS TEXT) IS NULL OR REPLACE(${list}, ',' || type || ',', '') <> ${list})
    ORDER BY position LIMIT ${limit}`
  return rows.map(toEvent)
}

/**
 * Finds a page of the events about a user that happened before another one, newest first. Positions do not give this order: the
 * events of the authentication service arrive later than those of the user service. A user has few events, which are sorted here;
 * `+ 0` hides the column from its index, so that the planner does not walk through the events of everybody.
 */
export async function findEventsBefore(
  db: Sql,
  userId: string,
  { before, limit }: { before: Position; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>`
    SELECT ${eventColumns} FROM told_events
    WHERE subject = ${userId} AND position > 0 AND (occurred_at + 0, id) < (${before.createdAt}, ${before.id})
    ORDER BY occurred_at + 0 DESC, id DESC LIMIT ${limit}`
  return rows.map(toEvent)
}

/** Finds the latest events, in the order of their positions. */
export async function findNewestEvents(
  db: Sql,
  { types, userId }: EventFilter,
  { upTo, limit }: Omit<Stretch, 'after'>,
): Promise<LoggedEvent[]> {
  const list = types ? `,${types.join(',')},` : null
  const rows =
    userId === undefined
      ? await db.query<EventRow>`
          SELECT ${eventColumns} FROM told_events
          WHERE position <= ${upTo} AND (CAST(${list} AS TEXT) IS NULL OR REPLACE(${list}, ',' || type || ',', '') <> ${list})
          ORDER BY position DESC LIMIT ${limit}`
      : await db.query<EventRow>`
          SELECT ${eventColumns} FROM told_events
          WHERE subject = ${userId} AND position <= ${upTo}
            AND (CAST(${list} AS TEXT) IS NULL OR REPLACE(${list}, ',' || type || ',', '') <> ${list})
          ORDER BY position DESC LIMIT ${limit}`
  return rows.map(toEvent).reverse()
}
