import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { logouts } from './queue-logouts.ts'

/** Checks whether a message about an ended session waits to be sent to a client, even to a client that was deleted. */
export async function isLogoutQueued(db: Sql): Promise<boolean> {
  const found = await db.query`
    SELECT id FROM outbox WHERE sink = ${logouts} AND dead_at IS NULL ORDER BY due_at LIMIT 1`
  return found.length > 0
}

/**
 * The limit of a batch, written into the SQL itself. If the limit were a parameter, PostgreSQL would plan for a tenth of the
 * table.
 */
const batch = sql`LIMIT 50`

/** Finds ended sessions whose clients were not told yet, by an index that contains only such sessions. */
export async function findEndedSessions(db: Sql): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    SELECT id FROM sessions WHERE has_grants = 1 AND ended_at IS NOT NULL ORDER BY id ${batch}`
  return rows.map(({ id }) => id)
}

/**
 * Locks an ended session, and returns the ids of the clients that have grants of it. Exactly one of several nodes gets them.
 * The session is locked first, so that no grant can be added unnoticed.
 */
export async function lockEndedSession(tx: Sql, sessionId: string): Promise<string[]> {
  const marked = await tx.query`
    UPDATE sessions SET has_grants = NULL WHERE id = ${sessionId} AND has_grants = 1 RETURNING id`
  if (marked.length === 0) return []
  const rows = await tx.query<{ client_id: string }>`
    SELECT client_id FROM oidc_grants WHERE session_id = ${sessionId}`
  return rows.map((row) => row.client_id)
}

/** Removes the grants of a session with their codes and tokens, which could not be found by their user without the grants. */
export async function removeGrantsOfSession(tx: Sql, sessionId: string): Promise<void> {
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (SELECT id FROM oidc_grants WHERE session_id = ${sessionId})`
  await tx.query`DELETE FROM oidc_grants WHERE session_id = ${sessionId}`
}
