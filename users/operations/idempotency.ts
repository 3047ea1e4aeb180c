import type { Sql } from '#runtime/database/database.ts'
import type { Module } from '#runtime/module.ts'
import { expiredReplies } from '#runtime/requests/idempotency.ts'

/** This module keeps the first reply to each Idempotency-Key for a day. */
export const idempotency: Module = {
  sweeps: [expiredReplies],
  forgetUser: forgetReplies,
}

/**
 * Removes the stored replies that hold data of a deleted user, as nothing of the user may stay. A retry of the request that
 * created the user does not get the first reply any more.
 */
async function forgetReplies(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM idempotency_keys WHERE user_id = ${userId}`
}
