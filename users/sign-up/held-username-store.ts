import type { Sql } from '#runtime/database/database.ts'

/** The time for which a private sign-up holds its username while the address is not confirmed. */
export const heldMs = 7 * 24 * 60 * 60 * 1000

/**
 * Holds a username. Returns false when it is held already. An expired row counts until it is swept, because the sweep also
 * removes its user.
 */
export async function holdUsername(
  tx: Sql,
  { usernameKey, userId, now }: { usernameKey: string; userId: string; now: number },
): Promise<boolean> {
  const held = await tx.query`
    INSERT INTO held_usernames (username_key, user_id, expires_at)
    VALUES (${usernameKey}, ${userId}, ${now + heldMs})
    ON CONFLICT DO NOTHING RETURNING username_key`
  return held.length > 0
}

/** Returns whether a private sign-up holds a username. `exceptUserId` is the user of that sign-up, who may have the name. */
export async function isUsernameHeld(
  db: Sql,
  { usernameKey, exceptUserId }: { usernameKey: string; exceptUserId?: string | undefined },
): Promise<boolean> {
  const [held] = await db.query<{ user_id: string }>`
    SELECT user_id FROM held_usernames WHERE username_key = ${usernameKey}`
  return held !== undefined && held.user_id !== exceptUserId
}

export async function forgetHeldUsernames(tx: Sql, userId: string): Promise<void> {
  await tx.query`DELETE FROM held_usernames WHERE user_id = ${userId}`
}

export interface HeldUsername {
  username_key: string
  user_id: string
}

export const findExpiredHolds = (db: Sql, now: number, limit: number): Promise<HeldUsername[]> =>
  db.query<HeldUsername>`
    SELECT username_key, user_id FROM held_usernames WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}`

export async function removeHold(tx: Sql, held: HeldUsername): Promise<void> {
  await tx.query`
    DELETE FROM held_usernames WHERE username_key = ${held.username_key} AND user_id = ${held.user_id}`
}

export async function countExpiredHolds(db: Sql, now: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ total: number }>`
    SELECT COUNT(*) AS total FROM (
      SELECT 1 FROM held_usernames WHERE expires_at <= ${now} LIMIT ${atMost}) AS waiting`
  return row?.total ?? 0
}
