import { Failure } from '#contract/declaration/failures.ts'
import type { LinkPurpose } from '#contract/users/links.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { findLink } from './link-store.ts'

/**
 * Returns the purpose of a link, so that a page can show a button before the link is used. It does not use
 * the link up, because mail scanners open every link (I52).
 * @throws {Failure} `link_invalid`
 */
export async function describeLink(
  users: Users,
  input: { token: string },
): Promise<{ purpose: LinkPurpose; email: string; username: string }> {
  const link = await findLink(users.db, input.token, users.clock.now())
  const user = link && (await findUser(users.db, link.userId))
  if (!link || link.purpose === 'temporary_password' || user?.status !== 'active')
    throw new Failure('link_invalid')
  // The page for a new password is the same, whether the link was mailed or shown.
  const purpose = link.purpose === 'shown_reset' ? 'reset_password' : link.purpose
  return { purpose, email: link.email, username: user.username }
}
