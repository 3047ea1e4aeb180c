import type { Sql } from '#runtime/database/database.ts'
import { findTaken, type UserKeys } from '../core/user-store.ts'
import { isUsernameHeld } from './held-username-store.ts'

/**
 * Returns which of the keys another user has, or another private sign-up holds. Both tables are always read: otherwise a
 * difference would tell whether the address of that sign-up was free (I12).
 */
export async function findTakenOrHeld(
  db: Sql,
  keys: UserKeys,
  asked: { exceptId?: string; now: number },
): Promise<'username_taken' | 'email_taken' | undefined> {
  const taken = await findTaken(db, keys, asked)
  const isHeld = await isUsernameHeld(db, { usernameKey: keys.usernameKey, exceptUserId: asked.exceptId })
  return isHeld ? 'username_taken' : taken
}
