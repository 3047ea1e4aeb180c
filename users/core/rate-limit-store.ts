import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * A rate limit by the generic cell rate algorithm: up to `quota` units may be taken at the same time, and one unit comes back
 * after each `windowMs / quota`.
 */
export interface Rate {
  quota: number
  windowMs: number
}

/**
 * Takes one unit from a bucket, which counts for one user or one network. Returns undefined when there was a unit, otherwise the
 * milliseconds until there is one. A single statement checks and writes, so that requests that race, on any node, cannot take the
 * same unit.
 */
export async function takeFromBucket(
  tx: Sql,
  { bucket, quota, windowMs }: Rate & { bucket: string },
  now: number,
): Promise<number | undefined> {
  const gapMs = Math.floor(windowMs / quota)
  const latest = now + windowMs
  // The clock of another node may be ahead by up to a window, and the units that it took count here too. A `full_at` that is
  // later still was written by a clock that has been set back since, and is ignored.
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

/** Returns how many units a bucket has, without taking one. */
export async function countUnits(
  db: Sql,
  { bucket, quota, windowMs }: Rate & { bucket: string },
  now: number,
): Promise<number> {
  const [row] = await db.query<{ full_at: number }>`
    SELECT full_at FROM rate_limits WHERE bucket = ${bucket}`
  const latest = now + windowMs
  const fullAt = row && row.full_at > now && row.full_at <= latest + windowMs ? row.full_at : now
  return Math.max(0, Math.floor((latest - fullAt) / Math.floor(windowMs / quota)))
}

/** Deletes the rows of buckets that are full again, because a missing row means a full bucket too. */
export const fullBuckets = expiring({ table: sql`rate_limits`, key: sql`bucket`, column: sql`full_at` })
