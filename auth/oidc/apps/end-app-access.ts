import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { isUuid } from '#contract/declaration/fields.ts'
import { type Ending, requireMayEnd } from '../../core/require-may-end.ts'
import { revokeAccess } from './revoke-access.ts'

/**
 * Revokes the access of an application to a user: the consent, and the grants of living sessions. The codes and tokens of the
 * application are refused from the next request on, because each belongs to such a grant, and the application is told to sign
 * the user out. A repeated call does no harm.
 * @throws {Failure} `forbidden`
 */
export async function endAppAccess(
  auth: Ending,
  input: { userId: string; clientId: string; caller: Caller },
): Promise<void> {
  const { userId, caller } = input
  await requireMayEnd(auth, { userId, caller })
  const clientId = input.clientId.toLowerCase()
  if (!isUuid(clientId)) return
  const revoked = { userId, clientId, by: authorId(caller), at: auth.clock.now() }
  await auth.db.transaction((tx) => revokeAccess(tx, revoked))
}
