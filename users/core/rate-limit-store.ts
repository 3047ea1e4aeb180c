import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * A rate limit by the generic cell rate algorithm: a burst of `quota`, each unit of which comes back after its share of the
 * window.
 */
export interface Rate {
  quota: number
  windowMs: number
}

/**
 * Takes one unit from a bucket. Returns undefined, or the milliseconds until there is one. A single statement checks and writes,
 * so that requests that race, on any node, cannot take the same unit.
 */
export async function takeFromBucket(
  tx: Sql,
  { bucket, quota, windowMs }: Rate & { bucket: string },
  now: number,
): Promise<number | undefined> {
  const gapMs = Math.floor(windowMs / quota)
  const latest = now + windowMs
  // Another node's clock may be ahead, and units that it has taken count too. Only a `full_at` that is later
  // by yet another window is ignored: it was written by a clock that has been set back since.
  const latestOfAnyNode = latest + windowMs
  const taken = await tx.query`
    INSERT INTO rate_limits (bucket, full_at) VALUES (${bucket}, ${now + gapMs})
    ON CONFLICT (bucket) DO UPDATE SET
      full_at = CASE
        WHEN rate_limits.full_at > ${now} AND rate_limits.full_at <= ${latestOfAnyNode} THEN rate_limits.full_at + ${gapMs}
        ELSE ${now + gapMs} END
    WHERE rate_limits.full_at <= ${latest - gapMs} OR rate_limits.full_at > ${latestOfAnyNode}
    RETURNING bucket`
  if (taken.length > 0) return undefined
  const [row] = await tx.query<{ full_at: number }>`
    SELECT full_at FROM rate_limits WHERE bucket = ${bucket}`
  return Math.max(1, (row?.full_at ?? now) + gapMs - latest)
}

/** Sweeps buckets that are full again: a missing row means the same. */
export const fullBuckets = expiring({ table: sql`rate_limits`, key: sql`bucket`, column: sql`full_at` })
