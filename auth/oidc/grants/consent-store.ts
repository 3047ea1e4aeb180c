import type { Sql } from '#runtime/database/database.ts'

/** A consent: the access that a person has allowed to a client on the consent page. Later sessions do not ask for it again. */
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

/**
 * Finds the consents that a user has given since a time, in sessions with an epoch below `epoch`. There is one for each client,
 * so they are few.
 */
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

/** Stores the consent of a user for a client. `epoch` is the epoch of the session in which it was given last. */
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

/**
 * Removes the consent of a user for a client, and the client's grants with their codes and tokens. Returns whether there was
 * any.
 */
export async function revokeConsent(
  tx: Sql,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<boolean> {
  const consents = await tx.query`
    DELETE FROM oidc_consents WHERE user_id = ${userId} AND client_id = ${clientId} RETURNING client_id`
  // These rows contain the id of the user, and can be found only by their grant, so they are removed before it.
  await tx.query`
    DELETE FROM oidc_artifacts WHERE grant_id IN (
      SELECT id FROM oidc_grants WHERE user_id = ${userId} AND client_id = ${clientId})`
  const grants = await tx.query`
    DELETE FROM oidc_grants WHERE user_id = ${userId} AND client_id = ${clientId} RETURNING id`
  return consents.length + grants.length > 0
}
