import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/** The stored counts of one bucket. A bucket counts login attempts together, such as all those for one user. */
export interface Attempts {
  failures: number
  /**
   * A time in epoch milliseconds. In the bucket of a user it is the end of the pause; in the bucket of a network it is
   * the time when the bucket will be full again.
   */
  freeAt: number
  /** The number of attempts whose outcome is not known yet, over all nodes. */
  underWay: number
}

const countColumns = sql`bucket, failures, free_at, expires_at`

/** Reads and locks a bucket until the end of the transaction. Expired counts are read as zero. */
export async function lockAttempts(
  tx: Sql,
  bucket: string,
  times: { now: number; expiresAt: number },
): Promise<Attempts> {
  const [row] = await tx.query<{ failures: number; free_at: number; under_way: number }>`
    INSERT INTO login_attempts (${countColumns}) VALUES (${bucket}, 0, 0, ${times.expiresAt})
    ON CONFLICT (bucket) DO UPDATE SET
      failures = CASE WHEN login_attempts.expires_at <= ${times.now} THEN 0 ELSE login_attempts.failures END,
      free_at = CASE WHEN login_attempts.expires_at <= ${times.now} THEN 0 ELSE login_attempts.free_at END,
      under_way = CASE WHEN login_attempts.under_way_until <= ${times.now} THEN 0 ELSE login_attempts.under_way END
    RETURNING failures, free_at, under_way`
  return { failures: row?.failures ?? 0, freeAt: row?.free_at ?? 0, underWay: row?.under_way ?? 0 }
}

export const isEmpty = ({ failures, underWay }: Attempts): boolean => failures <= 0 && underWay <= 0

/** Stores the counts of a bucket, or removes its row if they are zero. */
export async function saveAttempts(
  tx: Sql,
  bucket: string,
  attempts: Attempts,
  { underWayUntil, expiresAt }: { underWayUntil: number; expiresAt: number },
): Promise<void> {
  const { failures, freeAt, underWay } = attempts
  if (isEmpty(attempts)) await tx.query`DELETE FROM login_attempts WHERE bucket = ${bucket}`
  else {
    await tx.query`
      UPDATE login_attempts SET failures = ${Math.max(failures, 0)}, free_at = ${freeAt}, under_way = ${Math.max(underWay, 0)},
        under_way_until = ${underWayUntil}, expires_at = ${expiresAt}
      WHERE bucket = ${bucket}`
  }
}

/** Returns how many failures a bucket counts, by primary key. */
export async function findFailures(db: Sql, bucket: string, now: number): Promise<number> {
  const [row] = await db.query<{ failures: number }>`
    SELECT failures FROM login_attempts WHERE bucket = ${bucket} AND expires_at > ${now}`
  return row?.failures ?? 0
}

/**
 * Stores a mark until `expiresAt`. Returns true for the first of several callers, on any node, and false for all others
 * until the mark has expired.
 */
export async function markOnce(
  tx: Sql,
  mark: { key: string; now: number; expiresAt: number },
): Promise<boolean> {
  const marked = await tx.query`
    INSERT INTO login_attempts (${countColumns}) VALUES (${mark.key}, 0, 0, ${mark.expiresAt})
    ON CONFLICT (bucket) DO UPDATE SET expires_at = excluded.expires_at WHERE login_attempts.expires_at <= ${mark.now}
    RETURNING bucket`
  return marked.length > 0
}

/** Finds the buckets with keys from `first` (included) to `end` (excluded) that count failures and have not expired. */
export async function findCounts(
  db: Sql,
  { first, end, now }: { first: string; end: string; now: number },
): Promise<{ key: string; failures: number; freeAt: number; expiresAt: number }[]> {
  const rows = await db.query<{ bucket: string; failures: number; free_at: number; expires_at: number }>`
    SELECT ${countColumns} FROM login_attempts
    WHERE bucket >= ${first} AND bucket < ${end} AND expires_at > ${now} AND failures > 0 ORDER BY bucket LIMIT 60`
  return rows.map(({ bucket: key, failures, free_at: freeAt, expires_at: expiresAt }) => ({
    key,
    failures,
    freeAt,
    expiresAt,
  }))
}

/** Removes a bucket. */
export const removeAttempts = async (db: Sql, bucket: string): Promise<void> => {
  await db.query`DELETE FROM login_attempts WHERE bucket = ${bucket}`
}

/** Removes the buckets with keys from `first` (included) to `end` (excluded), and returns how many. */
export async function removeAttemptsBetween(db: Sql, first: string, end: string): Promise<number> {
  const removed = await db.query`
    DELETE FROM login_attempts WHERE bucket >= ${first} AND bucket < ${end} RETURNING bucket`
  return removed.length
}

export const expiredAttempts = expiring({
  table: sql`login_attempts`,
  key: sql`bucket`,
  column: sql`expires_at`,
})
