import { Failure } from '#contract/failures.ts'
import type { LinkPurpose } from '#contract/links.ts'
import type { Sql } from '#runtime/database.ts'
import type { User } from '../user.ts'
import { lockUser } from '../user-store.ts'
import { digestOf, entryPurposes, type Link } from './link.ts'
import { removeLinksFor, takeLink } from './link-store.ts'

/**
 * Uses a link up, for one of these purposes only, and gives the user whom it is for, locked.
 * @throws {Failure} `link_invalid` for whatever is wrong: unknown, used, voided, over, or of a user who is suspended
 */
export async function useLink(
  tx: Sql,
  { token, purposes, now }: { token: string; purposes: readonly LinkPurpose[]; now: number },
): Promise<{ link: Link; user: User }> {
  const link = await takeLink(tx, digestOf(token), now)
  if (!link || !purposes.includes(link.purpose)) throw new Failure('link_invalid')
  const user = await lockUser(tx, link.userId)
  if (user?.status !== 'active') throw new Failure('link_invalid')
  return { link, user }
}

/** Another password or another address: whatever could still get somebody in is void (I53). */
export async function voidEntryLinks(tx: Sql, userId: string): Promise<void> {
  for (const purpose of entryPurposes) await removeLinksFor(tx, userId, purpose)
}
