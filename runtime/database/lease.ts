import type { Sql } from './database.ts'

/**
 * How far the clock of another node may be ahead of ours. A time in the database that is further in the future was written by a
 * wrong clock, and is ignored.
 */
export const maxClockSkewMs = 60_000

/**
 * Takes or renews a lease, which one node holds at a time. Returns true when `holder` has it for the next `forMs`, and false
 * while the lease of another holder has not expired. All holders of a lease take it for the same time.
 */
export async function holdLease(
  db: Sql,
  lease: { name: string; holder: string; now: number; forMs: number },
): Promise<boolean> {
  const held = await db.query`
    INSERT INTO leases (name, holder, expires_at) VALUES (${lease.name}, ${lease.holder}, ${lease.now + lease.forMs})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE leases.holder = excluded.holder OR leases.expires_at <= ${lease.now}
        OR leases.expires_at > ${lease.now + lease.forMs + maxClockSkewMs}
    RETURNING name`
  return held.length > 0
}

/** Ends a lease before its time, so that another node need not wait until it expires. */
export async function releaseLease(db: Sql, name: string, holder: string): Promise<void> {
  await db.query`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`
}
