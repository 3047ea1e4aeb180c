import type { Sql } from './database.ts'

/**
 * True when `holder` may do for the next `forMs` what only one node may do at a time: nobody else holds the lease, or
 * whoever did let it run out. The holder renews it by asking again.
 */
export async function holdLease(
  db: Sql,
  lease: { name: string; holder: string; now: number; forMs: number },
): Promise<boolean> {
  const held = await db.query`
    INSERT INTO leases (name, holder, expires_at) VALUES (${lease.name}, ${lease.holder}, ${lease.now + lease.forMs})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE leases.holder = excluded.holder OR leases.expires_at <= ${lease.now}
    RETURNING name`
  return held.length > 0
}

/** So that another node need not wait for its end. */
export async function releaseLease(db: Sql, name: string, holder: string): Promise<void> {
  await db.query`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`
}
