import type { Sql } from '#runtime/database/database.ts'
import { expiring } from '#runtime/sweep.ts'

/** So many at once; each comes back after its share of the window (the generic cell rate algorithm). */
export interface Rate {
  quota: number
  windowMs: number
}

/**
 * Takes one from a bucket: undefined, or for how long there is none. One statement decides, so that of two who come at once
 * the second sees what the first has taken, on whichever node.
 */
export async function takeFromBucket(
  tx: Sql,
  { bucket, quota, windowMs }: Rate & { bucket: string },
  now: number,
): Promise<number | undefined> {
  const gapMs = Math.floor(windowMs / quota)
  const latest = now + windowMs
  // Another node's clock may be ahead, and what it has filled is as full here. Only a bucket that is full later than another
  // window after that is of a clock that has been set back since.
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

/** Buckets that have all of their room again. */
export const fullBuckets = expiring({ table: 'rate_limits', key: 'bucket', column: 'full_at' })
