import type { Database } from '#runtime/database/database.ts'
import { type ForgetInFeatures, forgetUser } from '../core/forget-user.ts'
import { lockUser } from '../core/user-store.ts'
import { findExpiredHolds, removeHold } from './held-username-store.ts'

/**
 * Frees the usernames of expired private sign-ups, whose reply does not show whether the address was taken, and removes their
 * users who never confirmed the address. Usernames are freed whether the address was free or taken: if only one kind were
 * freed, anybody could find out from the username whether the address has an account (I12). Users who were changed or have
 * logged in stay.
 */
export async function removeUnconfirmed(
  { db, forgetInFeatures }: { db: Database; forgetInFeatures: ForgetInFeatures },
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const expired = await findExpiredHolds(db, now, limit)
  for (const held of expired)
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, held.user_id)
      await removeHold(tx, held)
      if (!user || user.emailVerifiedAt !== null || user.lastLoginAt !== null || user.version > 1) return
      await forgetUser(tx, user, { by: null, at: now, forgetInFeatures })
    })
  return expired.length
}
