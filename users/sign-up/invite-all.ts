import { record } from '#runtime/events/record.ts'
import { lockUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { sendLink } from '../messages/index.ts'
import { countUninvited, findUninvited } from './uninvited-store.ts'

/**
 * Invites active users who have no password and no invitation that is still valid, the oldest first. At most `limit` are invited, so
 * that an operator decides how much mail leaves at a time. Returns how many were invited, and how many are left, counted up to 10,000.
 */
export async function inviteAll(
  users: Users,
  { limit }: { limit: number },
): Promise<{ invited: number; left: number }> {
  let invited = 0
  for (const id of await findUninvited(users.db, { limit, now: users.clock.now() }))
    if (await inviteOne(users, id)) invited++
  return { invited, left: await countUninvited(users.db, users.clock.now()) }
}

/** Invites one user. Returns false when the user has got a password, or was suspended or deleted, since it was found. */
function inviteOne(users: Users, id: string): Promise<boolean> {
  return users.db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || user.hasPassword || user.status !== 'active') return false
    await sendLink(tx, users, { user, purpose: 'invitation' })
    const data = { role: user.role, by: null }
    await record(tx, { type: 'user.invited', subject: user.id, data, at: users.clock.now() })
    return true
  })
}
