import { Failure } from '#contract/failures.ts'
import type { LinkPurpose } from '#contract/links.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { lockUser } from '../core/user-store.ts'
import { digestOf, type Link } from './link.ts'
import { findLink, takeLink } from './link-store.ts'

/**
 * Uses a link up, for one of these purposes only, and gives the user whom it is for, locked.
 * @throws {Failure} `link_invalid` for whatever is wrong: unknown, used, voided, over, or of a user who is suspended
 */
export async function useLink(
  tx: Sql,
  { token, purposes, now }: { token: string; purposes: readonly LinkPurpose[]; now: number },
): Promise<{ link: Link; user: User }> {
  const digest = digestOf(token)
  const known = await findLink(tx, digest, now)
  if (!known || !purposes.includes(known.purpose)) throw new Failure('link_invalid')
  // The user first, as everywhere: two who lock both in another order would wait for each other.
  const user = await lockUser(tx, known.userId)
  const link = await takeLink(tx, digest, now)
  if (!link || user?.status !== 'active') throw new Failure('link_invalid')
  return { link, user }
}
