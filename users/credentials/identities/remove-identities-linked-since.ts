import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { raiseFactorsVersion } from '../../core/user-store.ts'
import { removeIdentitiesSince } from './identity-store.ts'

/**
 * Removes the identities of a user that were linked since a time, when the owner reports a theft (I120). Older ones stay,
 * because they belong to the owner. The caller has locked the user.
 */
export async function removeIdentitiesLinkedSince(
  tx: Sql,
  { userId, since, at }: { userId: string; since: number; at: number },
): Promise<void> {
  const removed = await removeIdentitiesSince(tx, { userId, since })
  for (const { id, provider } of removed) {
    const data = { identity_id: id, provider, by: null }
    await record(tx, { type: 'user.identity_unlinked', subject: userId, data, at })
  }
  if (removed.length > 0) await raiseFactorsVersion(tx, userId)
}
