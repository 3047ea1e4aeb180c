import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'

/** Limits a batch in the statement itself: for a value that is bound later PostgreSQL expects a tenth of the table. */
const batch = sql`LIMIT 50`

/** Finds sessions that have ended and whose clients were not told. The index has only those. */
export async function findEndedSessions(db: Sql): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    SELECT id FROM sessions WHERE has_grants = 1 AND ended_at IS NOT NULL ORDER BY id ${batch}`
  return rows.map(({ id }) => id)
}

/**
 * Takes the grants of a session that has ended, to tell their clients. Of several nodes one gets them. The session is locked first, so
 * that no grant is added meanwhile unseen.
 */
export async function takeGrants(
  tx: Sql,
  sessionId: string,
): Promise<{ clientId: string; userId: string }[]> {
  const marked = await tx.query`
    UPDATE sessions SET has_grants = NULL WHERE id = ${sessionId} AND has_grants = 1 RETURNING id`
  if (marked.length === 0) return []
  // Codes and tokens count no more. They are removed with their grant, as no user is found by them.
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (SELECT id FROM oidc_grants WHERE session_id = ${sessionId})`
  const rows = await tx.query<{ client_id: string; user_id: string }>`
    DELETE FROM oidc_grants WHERE session_id = ${sessionId} RETURNING client_id, user_id`
  return rows.map((row) => ({ clientId: row.client_id, userId: row.user_id }))
}
