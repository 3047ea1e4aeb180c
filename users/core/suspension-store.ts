import type { Sql } from '#runtime/database/database.ts'

export interface Suspension {
  /** The time of the suspension in epoch milliseconds; null when a node of an older version suspended the user. */
  at: number | null
  /** The id of the user or API key that suspended the user, or gave the present reason; null for the command line. */
  by: string | null
  reason: string | null
}

/** Stores why a user is suspended. The caller has locked the user. */
export async function setSuspension(tx: Sql, userId: string, { at, by, reason }: Suspension): Promise<void> {
  await tx.query`
    UPDATE users SET suspended_at = ${at}, suspended_by = ${by}, suspension_reason = ${reason} WHERE id = ${userId}`
}

/** Removes the time, the author and the reason of a suspension when the user is restored. */
export const clearSuspension = (tx: Sql, userId: string): Promise<void> =>
  setSuspension(tx, userId, { at: null, by: null, reason: null })

/** Replaces the reason of a current suspension and the author of the reason. The time of the suspension stays. */
export async function replaceReason(
  tx: Sql,
  userId: string,
  { by, reason }: Pick<Suspension, 'by' | 'reason'>,
): Promise<void> {
  await tx.query`UPDATE users SET suspended_by = ${by}, suspension_reason = ${reason} WHERE id = ${userId}`
}
