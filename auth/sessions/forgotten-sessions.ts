import type { Sql } from '#runtime/database/database.ts'

const blankBatchSize = 200

/**
 * Removes address and device from the oldest sessions of a deleted user. For further sessions a background task does so later.
 */
export async function forgetSessions(tx: Sql, userId: string): Promise<void> {
  const { next } = await blankSome(tx, { userId, from: 0, limit: blankBatchSize })
  if (next !== undefined)
    await tx.query`
      INSERT INTO forgotten_sessions (user_id, waiting_from) VALUES (${userId}, ${next}) ON CONFLICT (user_id) DO NOTHING`
}

/**
 * Removes address and device from about `limit` sessions of deleted users, and returns how many. A user who has no such session
 * left counts as one, because that costs a query too.
 */
export async function blankForgottenSessions(db: Sql, _now: number, limit: number): Promise<number> {
  const waiting = await db.query<{ user_id: string; waiting_from: number }>`
    SELECT user_id, waiting_from FROM forgotten_sessions ORDER BY user_id LIMIT ${limit}`
  let left = limit
  for (const { user_id: userId, waiting_from: from } of waiting) {
    if (left <= 0) break
    const { blanked, next } = await blankSome(db, { userId, from, limit: left })
    left -= Math.max(blanked, 1)
    // The progress is stored after the sessions were changed: after a crash in between, the same sessions are changed again.
    if (next === undefined) await db.query`DELETE FROM forgotten_sessions WHERE user_id = ${userId}`
    else await db.query`UPDATE forgotten_sessions SET waiting_from = ${next} WHERE user_id = ${userId}`
  }
  return limit - left
}

/**
 * Removes address and device from at most `limit` sessions of a user that began at `from` or later. `next` is the time from which
 * to continue; undefined when no session is left.
 */
async function blankSome(
  db: Sql,
  { userId, from, limit }: { userId: string; from: number; limit: number },
): Promise<{ blanked: number; next: number | undefined }> {
  const rows = await db.query<{ created_at: number }>`
    SELECT created_at FROM sessions WHERE user_id = ${userId} AND created_at >= ${from}
    ORDER BY created_at LIMIT ${limit}`
  const last = rows.at(-1)?.created_at ?? from
  await db.query`
    UPDATE sessions SET address = '', user_agent = NULL, device_name = NULL
    WHERE user_id = ${userId} AND created_at BETWEEN ${from} AND ${last}`
  return { blanked: rows.length, next: rows.length < limit ? undefined : last + 1 }
}

/** Counts the deleted users with sessions that may still have an address and a device, up to `atMost`. */
export async function countForgottenSessions(db: Sql, _now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (SELECT 1 FROM forgotten_sessions LIMIT ${atMost}) AS waiting`
  return row?.total ?? 0
}
