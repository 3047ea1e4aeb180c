import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * Says whether a user has logged in from a network before, and whether this was stored within the last
 * day. If not, this login stores it again.
 */
export interface KnownNetwork {
  isKnown: boolean
  /** True when the network was stored within the last day: then a login writes nothing about it. */
  isStored: boolean
}

const dayMs = 24 * 60 * 60 * 1000
const keptForMs = 90 * dayMs
const maxNetworks = 20

/**
 * Finds by primary key whether a user has logged in from a network. `countedBy` is the id of the user, or the key of a
 * login name that no user has. An unknown name causes the same query as a known one, because otherwise the duration
 * would show which users exist (I11).
 */
export async function findKnownNetwork(
  db: Sql,
  { countedBy, network, now }: { countedBy: string; network: string | undefined; now: number },
): Promise<KnownNetwork> {
  const [row] = await db.query<{ expires_at: number }>`
    SELECT expires_at FROM known_networks WHERE user_id = ${countedBy} AND network = ${network ?? ''}`
  const expiresAt = row?.expires_at ?? 0
  return { isKnown: expiresAt > now, isStored: expiresAt > now + keptForMs - dayMs }
}

/**
 * Stores that a user has logged in from a network, under the id of the user. If failed logins with the given name are
 * counted by a key of that name (`countedBy`), the network is stored under that key, too. Only the latest networks are
 * kept: a fixed number under the id, and the same number under all name keys of the user together.
 */
export async function rememberNetwork(
  tx: Sql,
  { userId, countedBy, network, now }: { userId: string; countedBy: string; network: string; now: number },
): Promise<void> {
  const expiresAt = now + keptForMs
  await tx.query`
    INSERT INTO known_networks (user_id, network, expires_at) VALUES (${userId}, ${network}, ${expiresAt})
    ON CONFLICT (user_id, network) DO UPDATE SET expires_at = excluded.expires_at`
  await tx.query`
    DELETE FROM known_networks WHERE user_id = ${userId} AND network IN (
      SELECT network FROM known_networks WHERE user_id = ${userId}
      ORDER BY expires_at DESC, network LIMIT 1000 OFFSET ${maxNetworks})`
  if (countedBy === userId) return
  await tx.query`
    INSERT INTO known_networks (user_id, network, expires_at, owner_id)
    VALUES (${countedBy}, ${network}, ${expiresAt}, ${userId})
    ON CONFLICT (user_id, network) DO UPDATE SET expires_at = excluded.expires_at, owner_id = excluded.owner_id`
  await tx.query`
    DELETE FROM known_networks WHERE owner_id = ${userId} AND (user_id, network) IN (
      SELECT user_id, network FROM known_networks WHERE owner_id = ${userId}
      ORDER BY expires_at DESC, user_id, network LIMIT 1000 OFFSET ${maxNetworks})`
}

/** Removes the networks that a user has logged in from. Returns the keys of the login names under which some were stored. */
export async function removeKnownNetworks(tx: Sql, userId: string): Promise<string[]> {
  await tx.query`DELETE FROM known_networks WHERE user_id = ${userId}`
  const ofNames = await tx.query<{ user_id: string }>`
    DELETE FROM known_networks WHERE owner_id = ${userId} RETURNING user_id`
  return [...new Set(ofNames.map(({ user_id }) => user_id))]
}

export const expiredNetworks = expiring({
  table: sql`known_networks`,
  key: sql`user_id, network`,
  column: sql`expires_at`,
})
