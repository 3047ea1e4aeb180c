import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { findClient } from '../../clients/index.ts'
import { revokeConsent } from '../grants/consent-store.ts'
import { queueLogouts } from '../logout/queue-logouts.ts'

/**
 * Ends the access of an application to a user: removes the consent and the grants of sessions, and tells the application of the
 * end of each of these sessions, so that it signs the user out there too (I137). `by` is the id of the caller, or null when
 * there is none, as after a theft. Without such access nothing happens.
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
