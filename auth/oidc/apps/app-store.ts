import type { Sql } from '#runtime/database/database.ts'

/**
 * The access that one session or one consent of a user gives to a client. `scope` is separated by spaces; `resources` is JSON.
 */
export interface GivenToApp {
  clientId: string
  scope: string
  resources: string
  since: number
}

interface Row {
  client_id: string
  scope: string
  resources: string
  since: number
}

const toGiven = (row: Row): GivenToApp => ({
  clientId: row.client_id,
  scope: row.scope,
  resources: row.resources,
  since: row.since,
})

/** Finds the ids of the clients that have access to a user, by a consent or by a living session, in the order of the ids. */
export async function findAppIds(
  db: Sql,
  { userId, now, after, limit }: { userId: string; now: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ client_id: string }>`
    SELECT client_id FROM oidc_consents WHERE user_id = ${userId} AND client_id > ${after}
    UNION
    SELECT oidc_grants.client_id FROM oidc_grants
      JOIN sessions ON sessions.id = oidc_grants.session_id AND sessions.ended_at IS NULL
    WHERE oidc_grants.user_id = ${userId} AND oidc_grants.client_id > ${after}
      AND sessions.idle_expires_at > ${now} AND sessions.expires_at > ${now}
    ORDER BY client_id LIMIT ${limit}`
  return rows.map((row) => row.client_id)
}

/** A range of clients of a user: those with ids from `first` to `last`, both included. */
interface Range {
  userId: string
  first: string
  last: string
}

/** Finds the consents of a user for a range of clients. */
export async function findConsentsFor(db: Sql, { userId, first, last }: Range): Promise<GivenToApp[]> {
  const rows = await db.query<Row>`
    SELECT client_id, scope, resources, given_at AS since FROM oidc_consents
    WHERE user_id = ${userId} AND client_id >= ${first} AND client_id <= ${last}`
  return rows.map(toGiven)
}

/**
 * Finds the access that the living sessions of a user give to a range of clients. Sessions that give the same access are one
 * row, with the time of the oldest, so that a hundred sessions of a user do not make a hundred rows for each client.
 */
export async function findGrantsFor(
  db: Sql,
  { userId, first, last, now }: Range & { now: number },
): Promise<GivenToApp[]> {
  const rows = await db.query<Row>`
    SELECT oidc_grants.client_id, oidc_grants.scope, oidc_grants.resources, MIN(oidc_grants.created_at) AS since
    FROM oidc_grants JOIN sessions ON sessions.id = oidc_grants.session_id AND sessions.ended_at IS NULL
    WHERE oidc_grants.user_id = ${userId} AND oidc_grants.client_id >= ${first} AND oidc_grants.client_id <= ${last}
      AND sessions.idle_expires_at > ${now} AND sessions.expires_at > ${now}
    GROUP BY oidc_grants.client_id, oidc_grants.scope, oidc_grants.resources`
  return rows.map(toGiven)
}
