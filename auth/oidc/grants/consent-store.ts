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

/** Finds what a user has allowed since a time in sessions before an epoch. One row for each client, of which there are few. */
export async function findConsentsSince(
  tx: Sql,
  { userId, epoch, since }: { userId: string; epoch: number; since: number },
): Promise<Consent[]> {
  const rows = await tx.query<Row>`
    SELECT client_id, scope, resources, given_at FROM oidc_consents
    WHERE user_id = ${userId} AND given_at >= ${since} AND (epoch IS NULL OR epoch < ${epoch})
    ORDER BY client_id`
  return rows.map(toConsent)
}

/** Stores what a user has allowed a client. `epoch` is that of the session in which it was last allowed. */
export async function storeConsent(
  tx: Sql,
  { userId, clientId, scope, resources, givenAt, epoch }: Consent & { userId: string; epoch: number },
): Promise<void> {
  await tx.query`
    INSERT INTO oidc_consents (user_id, client_id, scope, resources, given_at, epoch)
    VALUES (${userId}, ${clientId}, ${scope.join(' ')}, ${JSON.stringify(resources)}, ${givenAt}, ${epoch})
    ON CONFLICT (user_id, client_id) DO UPDATE
      SET scope = excluded.scope, resources = excluded.resources, given_at = excluded.given_at, epoch = excluded.epoch`
}

/** Takes the consent of a user back, and what living sessions gave to the client. Returns whether there was anything. */
export async function revokeConsent(
  tx: Sql,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<boolean> {
  const consents = await tx.query`
    DELETE FROM oidc_consents WHERE user_id = ${userId} AND client_id = ${clientId} RETURNING client_id`
  // The user is named in these rows, and is not found by them when the grant is gone.
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (
      SELECT id FROM oidc_grants WHERE user_id = ${userId} AND client_id = ${clientId})`
  const grants = await tx.query`
    DELETE FROM oidc_grants WHERE user_id = ${userId} AND client_id = ${clientId} RETURNING id`
  return consents.length + grants.length > 0
}
