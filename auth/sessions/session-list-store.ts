import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { Session } from '../core/session.ts'
import { type Device, type SessionRow, toSession } from '../core/session-store.ts'

/** A session with its device, as lists show it. */
export type KnownSession = Session & { device: Device }

type KnownSessionRow = SessionRow & {
  device_name: string | null
  user_agent: string | null
  address: string
}

const knownSessionColumns = sql`
  id, user_id, epoch, generation, rotated_at, created_at, amr, authenticated_at, idle_expires_at, expires_at, ended_at, end_reason,
  device_name, user_agent, address`

const toKnownSession = (row: KnownSessionRow): KnownSession => ({
  ...toSession(row),
  device: { name: row.device_name, userAgent: row.user_agent, address: row.address },
})

/** Finds a page of the living sessions of a user, oldest first. A user has few of them, so they are sorted without an index. */
export async function findActiveSessions(
  db: Sql,
  { userId, now, after, limit }: { userId: string; now: number; after: Position; limit: number },
): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE user_id = ${userId} AND ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
      AND (created_at, id) > (${after.createdAt}, ${after.id})
    ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toKnownSession)
}

interface Page {
  now: number
  /** The position after which the page begins: all its sessions are older. */
  before: Position
  limit: number
}

/** Finds a page of the living sessions of everybody, newest first. */
export async function findAllSessions(db: Sql, { now, before, limit }: Page): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
      AND (created_at, id) < (${before.createdAt}, ${before.id})
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}

/** The filters that all sessions of a page fulfil. */
interface Shared {
  /** The range of network addresses from which the sessions began, `first` and `last` included. */
  first: string
  last: string
  /** The client that the sessions have signed in to; null for all sessions, with a client or without. */
  clientId: string | null
}

/** Finds a page of the living sessions of one user, newest first. They are few, so that they are sorted without an index. */
export async function findSessionsOf(
  db: Sql,
  { userId, clientId, first, last, now, before, limit }: Page & Shared & { userId: string },
): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE user_id = ${userId} AND ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
      AND address >= ${first} AND address <= ${last} AND (created_at, id) < (${before.createdAt}, ${before.id})
      AND (CAST(${clientId} AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM oidc_grants WHERE session_id = sessions.id AND client_id = ${clientId}))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}

/** Finds a page of the living sessions that began in a range of addresses, newest first. They are sorted without an index. */
export async function findSessionsFrom(
  db: Sql,
  { clientId, first, last, now, before, limit }: Page & Shared,
): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE address >= ${first} AND address <= ${last} AND ended_at IS NULL AND idle_expires_at > ${now}
      AND expires_at > ${now} AND (created_at, id) < (${before.createdAt}, ${before.id})
      AND (CAST(${clientId} AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM oidc_grants WHERE session_id = sessions.id AND client_id = ${clientId}))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}

/** A text that sorts after every id of a session. */
const afterAllIds = 'g'

/**
 * Finds a page of the living sessions that have signed in to a client, newest first. The index of the client's grants has them
 * in the order of the session ids, which begin with the time of the login.
 */
export async function findSessionsAt(
  db: Sql,
  { clientId, now, before, limit }: Page & { clientId: string },
): Promise<KnownSession[]> {
  const id = before.id === '' ? afterAllIds : before.id
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns}
    FROM (SELECT session_id FROM oidc_grants WHERE client_id = ${clientId} AND session_id < ${id}) AS given
      JOIN sessions ON sessions.id = given.session_id
    WHERE ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
    ORDER BY given.session_id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}
