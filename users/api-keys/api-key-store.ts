import { scopesIn } from '#contract/declaration/endpoint.ts'
import type { Position } from '#runtime/database/cursor.ts'
import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import type { ApiKey } from './api-key.ts'

interface ApiKeyRow {
  id: string
  name: string
  scopes: string
  created_by: string | null
  created_at: number
  expires_at: number
  last_used_at: number | null
  revoked_at: number | null
}

const apiKeyColumns = sql`id, name, scopes, created_by, created_at, expires_at, last_used_at, revoked_at`

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: scopesIn(row.scopes),
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

export async function insertApiKey(tx: Sql, apiKey: ApiKey, digest: string): Promise<void> {
  await tx.query`
    INSERT INTO api_keys (id, digest, name, scopes, created_by, created_at, expires_at)
    VALUES (${apiKey.id}, ${digest}, ${apiKey.name}, ${apiKey.scopes.join(' ')}, ${apiKey.createdBy},
      ${apiKey.createdAt}, ${apiKey.expiresAt})`
}

/** Finds a key by the index `api_keys_by_digest`: this query runs for each request that is made with an API key. */
export async function findApiKey(db: Sql, digest: string): Promise<ApiKey | undefined> {
  const [row] = await db.query<ApiKeyRow>`SELECT ${apiKeyColumns} FROM api_keys WHERE digest = ${digest}`
  return row && toApiKey(row)
}

/**
 * Reads one page of API keys in order of `(created_at, id)`: of all keys by the index `api_keys_by_age`, or of the keys of one
 * maker by `api_keys_by_maker`.
 */
export async function findApiKeysPage(
  db: Sql,
  { after, madeBy, limit }: { after: Position; madeBy: string | undefined; limit: number },
): Promise<ApiKey[]> {
  const rows =
    madeBy === undefined
      ? await db.query<ApiKeyRow>`
          SELECT ${apiKeyColumns} FROM api_keys WHERE (created_at, id) > (${after.createdAt}, ${after.id})
          ORDER BY created_at, id LIMIT ${limit}`
      : await db.query<ApiKeyRow>`
          SELECT ${apiKeyColumns} FROM api_keys
          WHERE created_by = ${madeBy} AND (created_at, id) > (${after.createdAt}, ${after.id})
          ORDER BY created_at, id LIMIT ${limit}`
  return rows.map(toApiKey)
}

export async function countValidApiKeys(db: Sql, now: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM api_keys WHERE revoked_at IS NULL AND expires_at > ${now}`
  return row?.total ?? 0
}

/**
 * Revokes a key. A key that is revoked already keeps the time of its first revocation. `isFirst` is true when this call revoked
 * the key. Returns undefined when there is no such key.
 */
export async function markRevoked(
  tx: Sql,
  id: string,
  at: number,
): Promise<{ isFirst: boolean } | undefined> {
  const revoked = await tx.query`
    UPDATE api_keys SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`
  if (revoked.length > 0) return { isFirst: true }
  const found = await tx.query`SELECT id FROM api_keys WHERE id = ${id}`
  return found.length > 0 ? { isFirst: false } : undefined
}

/**
 * Finds valid keys, newest first, that were made since a time by a user, with a key that the user made, with a key that was made
 * with that one, and so on. A key in this chain counts even if it is older or expired. The index `api_keys_by_maker` serves each
 * step of the chain.
 */
export async function findValidApiKeysBy(
  db: Sql,
  { madeBy, since, now, limit }: { madeBy: string; since: number; now: number; limit: number },
): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${madeBy}
      UNION SELECT api_keys.id FROM made JOIN api_keys ON api_keys.created_by = made.id)
    SELECT api_keys.id, name FROM made JOIN api_keys ON api_keys.id = made.id
    WHERE created_at >= ${since} AND revoked_at IS NULL AND expires_at > ${now}
    ORDER BY created_at DESC, api_keys.id DESC LIMIT ${limit}`
}

/** Revokes the keys that `findValidApiKeysBy` finds, but without a limit on their number. Returns those that it revoked. */
export async function revokeApiKeysBy(
  tx: Sql,
  { madeBy, since, at }: { madeBy: string; since: number; at: number },
): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${madeBy}
      UNION SELECT api_keys.id FROM made JOIN api_keys ON api_keys.created_by = made.id)
    UPDATE api_keys SET revoked_at = ${at}
    WHERE id IN (SELECT id FROM made) AND created_at >= ${since} AND revoked_at IS NULL AND expires_at > ${at}
    RETURNING id, name`
}

/**
 * Finds the ids of keys that could be used at a time or later, and that were made by a user, with a key of that user, with a key
 * that was made with such a key, and so on. Returns at most `limit` ids, newest key first.
 */
export async function findApiKeyIdsBy(
  db: Sql,
  { madeBy, usableAt, limit }: { madeBy: string; usableAt: number; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${madeBy}
      UNION SELECT api_keys.id FROM made JOIN api_keys ON api_keys.created_by = made.id)
    SELECT api_keys.id FROM made JOIN api_keys ON api_keys.id = made.id
    WHERE expires_at > ${usableAt} AND (revoked_at IS NULL OR revoked_at >= ${usableAt})
    ORDER BY created_at DESC, api_keys.id DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** Stores the time at which a key was used, unless another node has already stored a time that differs by less than `everyMs`. */
export async function recordUse(
  db: Sql,
  id: string,
  { at, everyMs }: { at: number; everyMs: number },
): Promise<void> {
  await db.query`
    UPDATE api_keys SET last_used_at = ${at}
    WHERE id = ${id}
      AND (last_used_at IS NULL OR last_used_at <= ${at - everyMs} OR last_used_at >= ${at + everyMs})`
}

/** The time for which an expired key stays stored: admins can still see who made it, and when it was last used. */
const keptForMs = 90 * 24 * 60 * 60 * 1000

/**
 * The condition for a key (the row `maker`) with which no other key and no webhook was made. It avoids `NOT EXISTS`, which
 * PostgreSQL would turn into a join.
 */
const hasMadeNothing = sql`
  (SELECT 1 FROM api_keys WHERE created_by = maker.id LIMIT 1) IS NULL
  AND (SELECT 1 FROM webhooks WHERE created_by = maker.id AND deleted_at IS NULL LIMIT 1) IS NULL`

/**
 * Deletes keys that expired 90 days ago. A key with which other keys or webhooks were made stays until these are gone, because
 * the user who made them is found through it.
 */
export async function removeExpiredApiKeys(db: Sql, now: number, limit: number): Promise<number> {
  const end = now - keptForMs
  const removed = await db.query`
    DELETE FROM api_keys WHERE expires_at <= ${end} AND id IN (
      SELECT id FROM api_keys AS maker WHERE expires_at <= ${end} AND ${hasMadeNothing}
      ORDER BY expires_at LIMIT ${limit})
    RETURNING id`
  return removed.length
}

export async function countExpiredApiKeys(db: Sql, now: number, atMost: number): Promise<number> {
  const end = now - keptForMs
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM api_keys AS maker WHERE expires_at <= ${end} AND ${hasMadeNothing}
      LIMIT ${atMost}) AS expired`
  return row?.total ?? 0
}
