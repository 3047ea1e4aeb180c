import { services, withDatabase } from '#tests/support/deployment.ts'
import { until } from '#tests/support/until.ts'
import type { StoredEvent } from './history.ts'
import type { Scene } from './scene.ts'

interface Row {
  id: string
  type: string
  subject: string | null
  position: number | null
  data: string
}

type Databases = ReturnType<Scene['databases']>

/** The longest time for which no other node takes the deliveries that a killed node had claimed. */
const leaseMs = 30_000
const longestDeliveryMs = 60_000
/** The time after which deliveries that failed again are made due again. */
const hurryMs = 2_000

const rowsIn = (url: string): Promise<Row[]> =>
  withDatabase(
    url,
    (db) => db.query<Row>`SELECT id, type, subject, position, data FROM events ORDER BY position`,
  )

/** Returns the number of events that are stored so far. Those of a history come later. */
export async function countEvents({ users, auth }: Databases): Promise<Set<string>> {
  return new Set([...(await rowsIn(users)), ...(await rowsIn(auth))].map(({ id }) => id))
}

/**
 * Waits until all that was queued is delivered, and returns the events except those in `before`. What is not delivered in a minute
 * is left to the checker.
 */
export async function readEvents(databases: Databases, before: ReadonlySet<string>): Promise<StoredEvent[]> {
  // The leases of killed nodes are ended early.
  for (const service of services)
    await withDatabase(
      databases[service],
      (db) => db.query`UPDATE leases SET expires_at = expires_at - ${leaseMs}`,
    )
  let hurriedAt = Number.NEGATIVE_INFINITY
  const isAllDelivered = async (): Promise<boolean> => {
    // The pause after a failure can be longer than this waits, and an attempt that was under way may have failed since.
    if (performance.now() - hurriedAt > hurryMs) {
      await hurry(databases)
      hurriedAt = performance.now()
    }
    return isDelivered(databases)
  }
  await until('all deliveries', isAllDelivered, longestDeliveryMs).catch(() => {})
  const told = await rowsIn(databases.users)
  const ids = new Set(told.map(({ id }) => id))
  // An event that the user service was never sent has no position there.
  const untold = (await rowsIn(databases.auth))
    .filter(({ id }) => !ids.has(id))
    .map((row) => ({ ...row, position: null }))
  return [...told, ...untold].filter(({ id }) => !before.has(id)).map(toStored)
}

/** Makes all queued deliveries due now. */
async function hurry(databases: Databases): Promise<void> {
  for (const service of services)
    await withDatabase(
      databases[service],
      (db) => db.query`UPDATE outbox SET due_at = 0 WHERE dead_at IS NULL`,
    )
}

/** Returns what is still queued, and why, for a look at a history in which an event was not delivered. */
export async function readWaiting(databases: Databases): Promise<object[]> {
  const waiting: object[] = []
  for (const service of services)
    waiting.push(
      ...(await withDatabase(
        databases[service],
        (db) => db.query<object>`
          SELECT id, sink, type, subject, payload, attempts, due_at, scheduled_at, dead_at, last_error FROM outbox LIMIT 100`,
      )),
    )
  return waiting
}

async function isDelivered(databases: Databases): Promise<boolean> {
  for (const service of services) {
    const waiting = await withDatabase(databases[service], (db) => db.query`SELECT id FROM outbox LIMIT 1`)
    if (waiting.length > 0) return false
  }
  const told = await rowsIn(databases.users)
  const placed = new Set(told.filter(({ position }) => position !== null).map(({ id }) => id))
  return [...told, ...(await rowsIn(databases.auth))].every(({ id }) => placed.has(id))
}

function toStored({ id, type, subject, position, data }: Row): StoredEvent {
  const { session_id: session, user } = JSON.parse(data) as { session_id?: string; user?: { name?: string } }
  return {
    id,
    type,
    subject,
    position: position === null ? null : Number(position),
    ...(session && { session }),
    ...(user?.name && { nonce: user.name }),
  }
}
