import type { Sql } from '#runtime/database/database.ts'

/**
 * Removes the stored replies that hold data of a deleted user, as nothing of the user may stay. A retry of the request that
 * created the user does not get the first reply any more.
 */
export async function forgetReplies(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM idempotency_keys WHERE user_id = ${userId}`
}
