import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'
import type { ActionToken, TokenPurpose } from './link.ts'
import { findLink, takeLink } from './link-store.ts'

/**
 * Uses up a link that has one of these purposes. Locks its user and returns it.
 * @throws {Failure} `link_invalid` when it is unknown, used, voided, expired, or its user is suspended
 */
export async function useLink(
  tx: Sql,
  { token, purposes, now }: { token: string; purposes: readonly TokenPurpose[]; now: number },
): Promise<{ link: ActionToken; user: User }> {
  const known = await findLink(tx, token, now)
  if (!known || !purposes.includes(known.purpose)) throw new Failure('link_invalid')
  // The row of the user is locked before the row of the link, as in every other use case: a different order could deadlock.
  const user = await lockUser(tx, known.userId)
  const link = await takeLink(tx, token, now)
  if (!link || user?.status !== 'active') throw new Failure('link_invalid')
  return { link, user }
}
