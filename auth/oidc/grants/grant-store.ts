import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { newId } from '#runtime/ids.ts'
import { expiring } from '#runtime/sweep.ts'
import { wordsOf } from '../core/words.ts'

/**
 * A grant: the access that a session gave to a client. Codes and tokens are valid only while their grant exists and its session
 * lives.
 */
export interface Grant {
  id: string
  sessionId: string
  clientId: string
  userId: string
  scope: string[]
  /** The scopes for other APIs, by the address of the API (RFC 8707). */
  resources: Record<string, string[]>
  createdAt: number
  expiresAt: number
}

interface Row {
  id: string
  session_id: string
  client_id: string
  user_id: string
  scope: string
  resources: string
  created_at: number
  expires_at: number
}

const columns = sql`
  oidc_grants.id, oidc_grants.session_id, oidc_grants.client_id, oidc_grants.user_id, oidc_grants.scope,
  oidc_grants.resources, oidc_grants.created_at, oidc_grants.expires_at`

const toGrant = (row: Row): Grant => ({
  id: row.id,
  sessionId: row.session_id,
  clientId: row.client_id,
  userId: row.user_id,
  scope: wordsOf(row.scope),
  resources: JSON.parse(row.resources),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** The SQL condition that a grant belongs to a session that has not ended. */
const livingSession = sql`sessions.ended_at IS NULL AND sessions.id = oidc_grants.session_id`

/** Finds a grant by primary key; undefined when its session has ended or expired (I129). */
export async function findGrant(db: Sql, id: string, now: number): Promise<Grant | undefined> {
  const [row] = await db.query<Row>`
    SELECT ${columns} FROM oidc_grants JOIN sessions ON ${livingSession}
    WHERE oidc_grants.id = ${id} AND sessions.idle_expires_at > ${now} AND sessions.expires_at > ${now}`
  return row && toGrant(row)
}

/**
 * Finds a grant by primary key. The query has this one value only, so that PostgreSQL answers several such look-ups with one
 * query. The caller must check whether the session lives.
 */
export async function findGrantAlone(db: Sql, id: string): Promise<Grant | undefined> {
  const [row] = await db.query<Row>`SELECT ${columns} FROM oidc_grants WHERE id = ${id}`
  return row && toGrant(row)
}

/** Finds the grants of a session. The caller must check whether the session lives. */
export async function findGrantsOfSession(db: Sql, sessionId: string): Promise<Grant[]> {
  const rows = await db.query<Row>`
    SELECT ${columns} FROM oidc_grants WHERE session_id = ${sessionId} ORDER BY client_id LIMIT 1000`
  return rows.map(toGrant)
}

/**
 * Stores the access that a session gives to a client, and returns the id of the grant; undefined when the session has ended. A
 * session has one grant for each client, and a new one replaces the old. Call it in a transaction: it marks in the row of the
 * session that clients must be told of its end. The lock on that row keeps a session that is being ended from giving new
 * access.
 */
export async function giveGrant(
  tx: Sql,
  grant: Omit<Grant, 'id' | 'createdAt'> & { at: number },
): Promise<string | undefined> {
  const { sessionId, clientId, userId, scope, resources, at, expiresAt } = grant
  const living = await tx.query`
    UPDATE sessions SET has_grants = 1 WHERE id = ${sessionId} AND ended_at IS NULL RETURNING id`
  if (living.length === 0) return undefined
  const [row] = await tx.query<{ id: string }>`
    INSERT INTO oidc_grants (id, session_id, client_id, user_id, scope, resources, created_at, expires_at)
    VALUES (${newId(at)}, ${sessionId}, ${clientId}, ${userId}, ${scope.join(' ')}, ${JSON.stringify(resources)}, ${at},
      ${expiresAt})
    ON CONFLICT (session_id, client_id) DO UPDATE SET scope = excluded.scope, resources = excluded.resources
    RETURNING id`
  return row?.id
}

/** Removes a grant with its codes and tokens. They contain the id of the user, and could not be found without the grant. */
export async function removeGrant(tx: Sql, id: string): Promise<void> {
  await tx.query`DELETE FROM oidc_artifacts WHERE grant_id = ${id}`
  await tx.query`DELETE FROM oidc_grants WHERE id = ${id}`
}

/** Removes the grants and consents of a client that is deleted, so that its tokens are refused with the next request. */
export async function removeGrantsOfClient(tx: Sql, clientId: string): Promise<void> {
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (SELECT id FROM oidc_grants WHERE client_id = ${clientId})`
  await tx.query`DELETE FROM oidc_grants WHERE client_id = ${clientId}`
  await tx.query`DELETE FROM oidc_consents WHERE client_id = ${clientId}`
}

/**
 * Removes the consents, codes and tokens of a deleted user. The grants stay until their clients were told that the sessions
 * have ended.
 */
export async function forgetGrants(tx: Sql, userId: string): Promise<void> {
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (SELECT id FROM oidc_grants WHERE user_id = ${userId})`
  await tx.query`DELETE FROM oidc_consents WHERE user_id = ${userId}`
}

export const expiredGrants = expiring({
  table: sql`oidc_grants`,
  key: sql`id`,
  column: sql`expires_at`,
})
