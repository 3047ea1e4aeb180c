import type { Sql } from '#runtime/database/database.ts'

/** What a person has allowed a client on the consent page. Later sessions need not ask for it again. */
export interface Consent {
  clientId: string
  scope: string[]
  resources: Record<string, string[]>
  givenAt: number
}

interface Row {
  client_id: string
  scope: string
  resources: string
  given_at: number
}

const toConsent = (row: Row): Consent => ({
  clientId: row.client_id,
  scope: row.scope.split(' '),
  resources: JSON.parse(row.resources),
  givenAt: row.given_at,
})

export async function findConsent(
  db: Sql,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<Consent | undefined> {
  const [row] = await db.query<Row>`
    SELECT client_id, scope, resources, given_at FROM oidc_consents
    WHERE user_id = ${userId} AND client_id = ${clientId}`
  return row && toConsent(row)
}

/** Finds all consents of a user. */
export async function findConsents(db: Sql, userId: string): Promise<Consent[]> {
  const rows = await db.query<Row>`
    SELECT client_id, scope, resources, given_at FROM oidc_consents WHERE user_id = ${userId}
    ORDER BY client_id LIMIT 1000`
  return rows.map(toConsent)
}

export async function storeConsent(
  tx: Sql,
  { userId, clientId, scope, resources, givenAt }: Consent & { userId: string },
): Promise<void> {
  await tx.query`
    INSERT INTO oidc_consents (user_id, client_id, scope, resources, given_at)
    VALUES (${userId}, ${clientId}, ${scope.join(' ')}, ${JSON.stringify(resources)}, ${givenAt})
    ON CONFLICT (user_id, client_id) DO UPDATE
      SET scope = excluded.scope, resources = excluded.resources, given_at = excluded.given_at`
}

/** Takes the consent of a user back, and what living sessions gave to the client by it. */
export async function revokeConsent(
  tx: Sql,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  await tx.query`DELETE FROM oidc_consents WHERE user_id = ${userId} AND client_id = ${clientId}`
  await tx.query`DELETE FROM oidc_grants WHERE user_id = ${userId} AND client_id = ${clientId}`
}
