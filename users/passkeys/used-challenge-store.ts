import type { OpenedChallenge } from '#runtime/challenges/challenge.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** Uses a challenge up. Returns false when it was used before, on any node: the primary key decides (I102). */
export async function takeChallenge(tx: Sql, { id, expiresAt }: OpenedChallenge): Promise<boolean> {
  const taken = await tx.query`
    INSERT INTO used_challenges (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING id`
  return taken.length > 0
}

/** The clocks of nodes may differ by this much: a challenge that has expired here may be good there. */
const keptMs = 10 * 60_000

export const usedChallenges = expiring({
  table: sql`used_challenges`,
  key: sql`id`,
  column: sql`expires_at`,
  keptMs,
})
