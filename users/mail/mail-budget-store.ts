import type { Sql } from '#runtime/database/database.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * True when there was something left in the bucket's window, and it is counted. One statement, so that of two that come
 * at once the second sees the count of the first, on whichever node.
 */
export async function takeFromBudget(
  tx: Sql,
  { bucket, most, windowMs }: { bucket: string; most: number; windowMs: number },
  now: number,
): Promise<boolean> {
  const endsAt = now + windowMs
  // Another node's clock may be ahead, and the window that it has begun is the same here. Only one that ends later than another
  // window after ours is of a clock that has been set back since.
  const latestEnd = endsAt + windowMs
  const taken = await tx.query`
    INSERT INTO mail_budgets (bucket, sent, ends_at) VALUES (${bucket}, 1, ${endsAt})
    ON CONFLICT (bucket) DO UPDATE SET
      sent = CASE
        WHEN mail_budgets.ends_at > ${now} AND mail_budgets.ends_at <= ${latestEnd} THEN mail_budgets.sent + 1 ELSE 1 END,
      ends_at = CASE
        WHEN mail_budgets.ends_at > ${now} AND mail_budgets.ends_at <= ${latestEnd} THEN mail_budgets.ends_at
        ELSE ${endsAt} END
    WHERE mail_budgets.sent < ${most} OR mail_budgets.ends_at <= ${now} OR mail_budgets.ends_at > ${latestEnd}
    RETURNING bucket`
  return taken.length > 0
}

/** Budgets whose window is over. */
export const expiredBudgets = expiring({ table: 'mail_budgets', key: 'bucket', column: 'ends_at' })
