import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { revokeConsent } from '../oidc/grants/consent-store.ts'
import { queueLogouts } from '../oidc/logout/queue-logouts.ts'
import { findClient } from '../oidc-clients/client-store.ts'

/**
 * Ends what an application has of a user: the consent is forgotten, with what sessions gave under it, and the application is told of
 * each of these sessions, so that it signs the user out there too (I137). `by` is null where nobody is named. Nothing happens
 * when there is nothing.
 */
export async function revokeAccess(
  tx: Sql,
  { userId, clientId, by, at }: { userId: string; clientId: string; by: string | null; at: number },
): Promise<void> {
  const client = await findClient(tx, clientId)
  if (client) await queueLogouts(tx, { client, of: { kind: 'user', id: userId }, at })
  if (!(await revokeConsent(tx, { userId, clientId }))) return
  const data = { client_id: clientId, name: client?.name ?? null, by }
  await record(tx, { type: 'grant.revoked', subject: userId, data, at })
}
