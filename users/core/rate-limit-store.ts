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
  const { gapMs, latest, latestOfAnyNode } = boundsOf({ quota, windowMs }, now)
  const taken = await tx.query`
    INSERT INTO rate_limits (bucket, full_at) VALUES (${bucket}, ${now + gapMs})
    ON CONFLICT (bucket) DO UPDATE SET
      full_at = CASE
        WHEN rate_limits.full_at > ${now} AND rate_limits.full_at <= ${latestOfAnyNode} THEN rate_limits.full_at + ${gapMs}
        ELSE ${now + gapMs} END
    WHERE rate_limits.full_at <= ${latest - gapMs} OR rate_limits.full_at > ${latestOfAnyNode}
    RETURNING bucket`
  if (taken.length > 0) return undefined
  return Math.max(1, ((await findFullAt(tx, bucket)) ?? now) + gapMs - latest)
}

/** Returns how many units a bucket has, without taking one. */
export async function findAvailableUnits(
  db: Sql,
  { bucket, ...rate }: Rate & { bucket: string },
  now: number,
): Promise<number> {
  const { gapMs, latest, latestOfAnyNode } = boundsOf(rate, now)
  const found = await findFullAt(db, bucket)
  const fullAt = found !== undefined && found > now && found <= latestOfAnyNode ? found : now
  return Math.max(0, Math.floor((latest - fullAt) / gapMs))
}

async function findFullAt(db: Sql, bucket: string): Promise<number | undefined> {
  const [row] = await db.query<{ full_at: number }>`
    SELECT full_at FROM rate_limits WHERE bucket = ${bucket}`
  return row?.full_at
}

/**
 * Returns the time in which one unit comes back, and the latest times at which a bucket can be full. The clock of another node may
 * be ahead by up to a window, and the units that it took count here too. A `full_at` that is later still was written by a clock
 * that has been set back since, and is ignored.
 */
const boundsOf = ({ quota, windowMs }: Rate, now: number) => ({
  gapMs: Math.floor(windowMs / quota),
  latest: now + windowMs,
  latestOfAnyNode: now + 2 * windowMs,
})

/** Deletes the rows of buckets that are full again, because a missing row means a full bucket too. */
export const fullBuckets = expiring({ table: sql`rate_limits`, key: sql`bucket`, column: sql`full_at` })
