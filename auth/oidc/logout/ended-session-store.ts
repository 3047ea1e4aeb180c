import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { logouts } from './queue-logouts.ts'

/** Says whether a message to a client waits, which may be one to a client that was deleted. */
export async function isLogoutQueued(db: Sql): Promise<boolean> {
  const found = await db.query`
    SELECT id FROM outbox WHERE sink = ${logouts} AND dead_at IS NULL ORDER BY due_at LIMIT 1`
  return found.length > 0
}

/** Limits a batch in the statement itself: for a value that is bound later PostgreSQL expects a tenth of the table. */
const batch = sql`LIMIT 50`

/** Finds sessions that have ended and whose clients were not told. The index has only those. */
export async function findEndedSessions(db: Sql): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    SELECT id FROM sessions WHERE has_grants = 1 AND ended_at IS NOT NULL ORDER BY id ${batch}`
  return rows.map(({ id }) => id)
}

/**
 * Locks a session that has ended, and returns the clients that hold grants of it. Of several nodes one gets them. The lock comes first,
 * so that no grant is added meanwhile unseen.
 */
export async function lockEndedSession(tx: Sql, sessionId: string): Promise<string[]> {
  const marked = await tx.query`
    UPDATE sessions SET has_grants = NULL WHERE id = ${sessionId} AND has_grants = 1 RETURNING id`
  if (marked.length === 0) return []
  const rows = await tx.query<{ client_id: string }>`
    SELECT client_id FROM oidc_grants WHERE session_id = ${sessionId}`
  return rows.map((row) => row.client_id)
}

/** Removes the grants of a session, with their codes and tokens: no user is found by these any more. */
export async function removeGrantsOfSession(tx: Sql, sessionId: string): Promise<void> {
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (SELECT id FROM oidc_grants WHERE session_id = ${sessionId})`
  await tx.query`DELETE FROM oidc_grants WHERE session_id = ${sessionId}`
}
