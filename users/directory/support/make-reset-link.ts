import { authorId, type Caller } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { record } from '#runtime/events/record.ts'
import { requireRecentLogin } from '../../core/recent-login.ts'
import { requireRightsOf } from '../../core/user.ts'
import { lockUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { createToken, linkUrl, removeResetLinks, sendNotice } from '../../messages/index.ts'

/**
 * Makes a link for a new password and returns it, for a user who cannot get mail. The user is notified in the same transaction. A
 * link for an admin or for the caller is refused: somebody who used the link of an admin could act under that admin's name
 * (docs/decisions/0061).
 * @throws {Failure} `user_not_found`, `forbidden`, `user_suspended`, `reauthentication_required`
 */
export async function makeResetLink(
  users: Users,
  { userId, caller }: { userId: string; caller: Caller },
): Promise<{ link: string; expiresAt: number }> {
  if (caller.userId === userId) throw new Failure('forbidden')
  requireRecentLogin(caller, users.clock.now())
  return users.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new Failure('user_not_found')
    requireRightsOf(user, caller)
    if (user.role === 'admin') throw new Failure('forbidden')
    if (user.status !== 'active') throw new Failure('user_suspended')
    const at = users.clock.now()
    await removeResetLinks(tx, userId)
    const shown = { userId, purpose: 'shown_reset', email: user.email, createdAt: at } as const
    const { token, expiresAt } = await createToken(tx, users, shown)
    const data = { by: authorId(caller) }
    await record(tx, { type: 'user.password_reset_shown', subject: userId, data, at })
    await sendNotice(tx, users, {
      user,
      at,
      notification: {
        type: 'user.password_reset_shown',
        title: 'Link for a new password made',
        body: 'An administrator had a link shown with which your password can be set anew. If you did not ask for it, secure your account now.',
        data,
      },
      content: (link) => ({ kind: 'reset_link_shown', username: user.username, at, link }),
    })
    return { link: linkUrl(users.mail.publicUrl, 'reset_password', token), expiresAt }
  })
}
