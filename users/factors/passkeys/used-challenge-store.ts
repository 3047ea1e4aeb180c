import type { OpenedChallenge } from '#runtime/challenge.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * Stores a challenge as used. Returns false when it was used before, on any node: the primary key allows one row only (I102).
 */
export async function takeChallenge(tx: Sql, { id, expiresAt }: OpenedChallenge): Promise<boolean> {
  const taken = await tx.query`
    INSERT INTO used_challenges (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING id`
  return taken.length > 0
}

/**
 * The time for which a used challenge is kept after it has expired. The clocks of nodes may differ by this much: on a node whose
 * clock is behind, the challenge is not expired yet and could be used again.
 */
const keptMs = 10 * 60_000

export const usedChallenges = expiring({
  table: sql`used_challenges`,
  key: sql`id`,
  column: sql`expires_at`,
  keptMs,
})
