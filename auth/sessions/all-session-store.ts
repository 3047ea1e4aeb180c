import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import {
  type KnownSession,
  type KnownSessionRow,
  knownSessionColumns,
  toKnownSession,
} from './session-store.ts'

interface Page {
  now: number
  /** The page has what is older than this position. */
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

/**
 * Finds a page of the living sessions of one user, of a range of addresses, or both, newest first. `last` is in the range. Both
 * are few, so that they are sorted without an index.
 */
export async function findSessionsOf(
  db: Sql,
  { userId, first, last, now, before, limit }: Page & { userId: string; first: string; last: string },
): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE user_id = ${userId} AND ended_at IS NULL AND idle_expires_at > ${now} AND expires_at > ${now}
      AND address >= ${first} AND address <= ${last} AND (created_at, id) < (${before.createdAt}, ${before.id})
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}

/** Finds a page of the living sessions that began in a range of addresses, newest first. `last` is in the range. */
export async function findSessionsFrom(
  db: Sql,
  { first, last, now, before, limit }: Page & { first: string; last: string },
): Promise<KnownSession[]> {
  const rows = await db.query<KnownSessionRow>`
    SELECT ${knownSessionColumns} FROM sessions
    WHERE address >= ${first} AND address <= ${last} AND ended_at IS NULL AND idle_expires_at > ${now}
      AND expires_at > ${now} AND (created_at, id) < (${before.createdAt}, ${before.id})
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(toKnownSession)
}
