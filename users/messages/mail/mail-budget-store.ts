import type { Sql } from '#runtime/database/database.ts'
import { sql } from '#runtime/database/sql.ts'
import { expiring } from '#runtime/sweep.ts'

/**
 * Counts one mail in a bucket, which is for one recipient, user or network. Returns false when its budget for the window is used
 * up. A single statement checks and counts, so that mails that race, on any node, cannot exceed the budget.
 */
export async function takeFromBudget(
  tx: Sql,
  { bucket, most, windowMs }: { bucket: string; most: number; windowMs: number },
  now: number,
): Promise<boolean> {
  const endsAt = now + windowMs
  // The clock of another node may be ahead of ours by up to one window, so a window that it began is used here too. When a window
  // ends even later, the clock that began it was wrong and has been set back since, so a new window replaces it.
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

/** Deletes the rows of budgets whose window has expired. */
export const expiredBudgets = expiring({ table: sql`mail_budgets`, key: sql`bucket`, column: sql`ends_at` })
