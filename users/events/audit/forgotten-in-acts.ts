import type { Database, Sql } from '#runtime/database/database.ts'

/**
 * The time until the acts of a deleted user are changed. Transactions that ran at the deletion have stored their acts by then.
 */
const settledMs = 60_000

/** Removes what acts say about deleted users from at most `limit` rows, and returns how many it has changed. */
export async function removeFromActs(db: Database, now: number, limit: number): Promise<number> {
  const waiting = await db.query<{ user_id: string }>`
    SELECT user_id FROM forgotten_in_acts WHERE forgotten_at <= ${now - settledMs} ORDER BY forgotten_at LIMIT ${limit}`
  let left = limit
  for (const { user_id: userId } of waiting) {
    if (left <= 0) break
    left -= await forgetSome(db, userId, left)
  }
  return limit - left
}

export async function countForgottenInActs(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM forgotten_in_acts WHERE forgotten_at <= ${now - settledMs} LIMIT ${atMost}) AS waiting`
  return row?.total ?? 0
}

/**
 * Removes the network address and the user agent from at most `limit` acts by a user, and the reason from at most `limit` acts about that user.
 * Returns the larger of the two counts; at least 1, so that a user without such acts uses up the limit of a sweep too.
 */
async function forgetSome(db: Sql, userId: string, limit: number): Promise<number> {
  const done = await db.query`
    UPDATE acts SET address = NULL, user_agent = NULL WHERE id IN (
      SELECT id FROM acts WHERE actor = ${userId} AND address IS NOT NULL ORDER BY occurred_at LIMIT ${limit})
    RETURNING id`
  const suffered = await db.query`
    UPDATE acts SET reason = NULL WHERE id IN (
      SELECT id FROM acts WHERE subject = ${userId} AND reason IS NOT NULL ORDER BY occurred_at LIMIT ${limit})
    RETURNING id`
  if (done.length < limit && suffered.length < limit)
    await db.query`DELETE FROM forgotten_in_acts WHERE user_id = ${userId}`
  return Math.max(done.length, suffered.length, 1)
}
