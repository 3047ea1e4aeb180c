import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { isUuid } from '#contract/fields.ts'
import { record } from '#runtime/events/record.ts'
import type { Auth } from '../core/auth.ts'
import { revokeConsent } from '../oidc/grants/consent-store.ts'
import { findClient } from '../oidc-clients/client-store.ts'
import { requireMayEnd } from '../sessions/require-may-end.ts'

/**
 * Takes the access to a user back from an application: the consent, and what living sessions gave to it. Its codes and tokens are
 * refused with the next request, because each belongs to such a grant. A repeated call does no harm.
 * @throws {Failure} `forbidden`
 */
export async function endAppAccess(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  input: { userId: string; clientId: string; caller: Caller },
): Promise<void> {
  const { userId, caller } = input
  requireMayEnd({ userId, caller })
  const clientId = input.clientId.toLowerCase()
  if (!isUuid(clientId)) return
  await db.transaction(async (tx) => {
    if (!(await revokeConsent(tx, { userId, clientId }))) return
    const client = await findClient(tx, clientId)
    const data = { client_id: clientId, name: client?.name ?? null, by: authorId(caller) }
    await record(tx, { type: 'grant.revoked', subject: userId, data, at: clock.now() })
  })
}
