import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { holdLease, releaseLease } from '../database/lease.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { findEventsAfter, type LoggedEvent } from './event-log.ts'

/** A reader of the event log, which gets all events in their order and keeps its position in the database. */
export interface EventReader {
  db: Database
  clock: Clock
  log: Log
  name: string
  /** Where a reader without a stored position begins: at the oldest event, or at the next one that is recorded. */
  begins: 'with the oldest' | 'with what comes'
  batchSize: number
  /** Delivers a batch of events. When it throws, the whole batch is delivered again. */
  deliver(events: LoggedEvent[]): Promise<void>
}

const idleMs = 200
/**
 * The time for which a node holds the right to deliver, in milliseconds. After a crash, delivery pauses for as long; a batch that
 * takes longer is delivered twice, still in order.
 */
const leaseMs = 15_000

/** Delivers each event at least once, on one node at a time. A batch that fails is tried again before any later one. */
export function startReading(reader: EventReader): Loop {
  const { db, name } = reader
  const holder = newId(reader.clock.now())
  const lease = `events for ${name}`
  const loop = startLoop(`deliver events to ${name}`, { idleMs, log: reader.log }, () =>
    readOn(reader, { lease, holder }),
  )
  return {
    async stop() {
      await loop.stop()
      await releaseLease(db, lease, holder)
    },
  }
}

async function readOn(
  reader: EventReader,
  { lease, holder }: { lease: string; holder: string },
): Promise<boolean> {
  const { db, clock, name, batchSize } = reader
  const position = await findPosition(reader)
  // The log is checked before the lease is taken, so that nothing is written while there are no events.
  if ((await findEventsAfter(db, position, 1)).length === 0) return false
  if (!(await holdLease(db, { name: lease, holder, now: clock.now(), forMs: leaseMs }))) return false
  const events = await findEventsAfter(db, await findPosition(reader), batchSize)
  const last = events.at(-1)
  if (!last) return false
  await reader.deliver(events)
  await db.query`
    UPDATE event_readers SET position = ${last.position} WHERE name = ${name} AND position < ${last.position}`
  return events.length === batchSize
}

async function findPosition({ db, name, begins }: EventReader): Promise<number> {
  const [found] = await db.query<{
    position: number
  }>`SELECT position FROM event_readers WHERE name = ${name}`
  if (found) return found.position
  const [end] = await db.query<{ position: number }>`SELECT position FROM feeds WHERE id = 'events'`
  const position = begins === 'with the oldest' ? 0 : (end?.position ?? 0)
  await db.query`INSERT INTO event_readers (name, position) VALUES (${name}, ${position}) ON CONFLICT (name) DO NOTHING`
  return position
}
