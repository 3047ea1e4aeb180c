import type { Sql } from '#runtime/database.ts'

/** Whether a user has logged in from a network, and whether that must be written down again. */
export interface Familiarity {
  isKnown: boolean
  /** So recently that another login from there changes nothing. */
  isFresh: boolean
}

const dayMs = 24 * 60 * 60 * 1000
const keptForMs = 90 * dayMs
const maxNetworks = 20

/** A look-up by the beginning of the primary key, the same for a user who is not there. */
export async function findFamiliarity(
  db: Sql,
  { userId, network, now }: { userId: string; network: string | undefined; now: number },
): Promise<Familiarity> {
  const rows = await db.query<{ network: string; expires_at: number }>`
    SELECT network, expires_at FROM known_networks WHERE user_id = ${userId}`
  const expiresAt = rows.find((row) => row.network === network)?.expires_at ?? 0
  return { isKnown: expiresAt > now, isFresh: expiresAt > now + keptForMs - dayMs }
}

/** A user has shown to be there. Of the networks of one user the latest are kept. */
export async function rememberNetwork(
  tx: Sql,
  { userId, network, now }: { userId: string; network: string; now: number },
): Promise<void> {
  await tx.query`
    INSERT INTO known_networks (user_id, network, expires_at) VALUES (${userId}, ${network}, ${now + keptForMs})
    ON CONFLICT (user_id, network) DO UPDATE SET expires_at = excluded.expires_at`
  await tx.query`
    DELETE FROM known_networks WHERE user_id = ${userId} AND network IN (
      SELECT network FROM known_networks WHERE user_id = ${userId}
      ORDER BY expires_at DESC, network LIMIT 1000 OFFSET ${maxNetworks})`
}

export async function removeKnownNetworks(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM known_networks WHERE user_id = ${userId}`
}

export async function removeOverNetworks(db: Sql, now: number, limit: number): Promise<number> {
  const removed = await db.query`
    DELETE FROM known_networks WHERE expires_at <= ${now} AND (user_id, network) IN (
      SELECT user_id, network FROM known_networks WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit})
    RETURNING user_id`
  return removed.length
}

export async function countOverNetworks(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (SELECT 1 FROM known_networks WHERE expires_at <= ${now} LIMIT ${atMost}) AS over`
  return row?.total ?? 0
}
