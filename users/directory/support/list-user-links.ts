import { Failure } from '#contract/declaration/failures.ts'
import type { UserLinkResource } from '#contract/users/one-user.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import { findUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { findLinksOf } from '../../messages/index.ts'

const maxShown = 50

/** Lists the links of a user that were not used yet. @throws {Failure} `user_not_found` */
export async function listUserLinks(
  { db, clock }: Pick<Users, 'db' | 'clock'>,
  { userId }: { userId: string },
): Promise<UserLinkResource[]> {
  if (!(await findUser(db, userId))) throw new Failure('user_not_found')
  const links = await findLinksOf(db, { userId, now: clock.now(), limit: maxShown })
  return links.flatMap(({ purpose, email, createdAt, expiresAt }) =>
    purpose === 'temporary_password'
      ? []
      : [
          {
            purpose: purpose === 'shown_reset' ? 'reset_password' : purpose,
            email,
            is_shown: purpose === 'shown_reset',
            made_at: toRfc3339(createdAt),
            expires_at: toRfc3339(expiresAt),
          },
        ],
  )
}
