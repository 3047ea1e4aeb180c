import type { EndReason } from '#contract/declaration/failures.ts'
import type { Database, Sql } from '#runtime/database/database.ts'

/** A revocation is the end of a session with its position in the feed. */
export interface Revocation {
  position: number
  sessionId: string
  userId: string
  reason: EndReason
  endedAt: number
}

/**
 * Reads the state of the feed in one statement, so that every session whose end is committed either waits for a position or has
 * one of at most `position`.
 */
export async function findFeedState(
  db: Sql,
  endedAfter: number,
): Promise<{ position: number; hasWaiting: boolean; keySetVersion: number }> {
  const [row] = await db.query<{ position: number; key_set_version: number; waiting: string | null }>`
    SELECT position, (SELECT version FROM key_sets WHERE key_sets.id = 'signing') AS key_set_version,
      (SELECT id FROM sessions WHERE revocation IS NULL AND ended_at > ${endedAfter}
        ORDER BY ended_at, id LIMIT 1) AS waiting
    FROM feeds WHERE feeds.id = 'revocations'`
  if (!row) throw new Error('The feed of revocations has no row.')
  return { position: row.position, hasWaiting: row.waiting !== null, keySetVersion: row.key_set_version }
}

/** The statement below repeats this number as a literal, because PostgreSQL plans a LIMIT parameter as a tenth of the table. */
const numberingBatchSize = 500

/**
 * Gives positions in the feed to ended sessions without one, and returns true when there may be more. It sees committed ends
 * only, and its lock makes other nodes wait until these positions are committed: a reader who has seen a position has seen all
 * below it.
 */
export function numberEnded(
  db: Database,
  { endedAfter, atLeast }: { endedAfter: number; atLeast: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [feed] = await tx.query<{ position: number }>`
      UPDATE feeds SET position = CASE WHEN position < ${atLeast} THEN ${atLeast} ELSE position END + ${numberingBatchSize}
      WHERE id = 'revocations' RETURNING position`
    const before = (feed?.position ?? 0) - numberingBatchSize
    const numbered = await tx.query`
      UPDATE sessions SET revocation = ${before} + waiting.place
      FROM (
        SELECT id, row_number() OVER (ORDER BY ended_at, id) AS place FROM sessions
        WHERE revocation IS NULL AND ended_at > ${endedAfter} ORDER BY ended_at, id LIMIT 500
      ) AS waiting
      WHERE sessions.id = waiting.id RETURNING revocation`
    return numbered.length === numberingBatchSize
  })
}

/** Finds the revocations after a position, in the order of the feed. */
export async function findRevocations(db: Sql, after: number, limit: number): Promise<Revocation[]> {
  const rows = await db.query<{
    revocation: number
    id: string
    user_id: string
    end_reason: EndReason | null
    ended_at: number
  }>`
    SELECT revocation, id, user_id, end_reason, ended_at FROM sessions
    WHERE revocation > ${after} ORDER BY revocation LIMIT ${limit}`
  return rows.map((row) => ({
    position: row.revocation,
    sessionId: row.id,
    userId: row.user_id,
    reason: row.end_reason ?? 'revoked',
    endedAt: row.ended_at,
  }))
}
