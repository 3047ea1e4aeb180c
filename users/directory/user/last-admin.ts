import { Failure } from '#contract/declaration/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../../core/user.ts'
import { findOtherAdmin, findUser, lockUser, lockUsers } from '../../core/user-store.ts'

export const isActiveAdmin = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  role === 'admin' && status === 'active'

/**
 * Reads and locks a user who is about to lose the admin role or to be deleted. If the user is an active admin, it also locks the
 * other admin that `requireOtherAdmin` will lock. Both are locked in the order of their ids, as notices to all admins do, so that
 * no deadlock is possible.
 */
export async function lockWithOtherAdmin(tx: Sql, userId: string): Promise<User | undefined> {
  const user = await findUser(tx, userId)
  const otherId = user && isActiveAdmin(user) ? await findOtherAdmin(tx, userId) : undefined
  if (otherId === undefined) return lockUser(tx, userId)
  const locked = await lockUsers(tx, [userId, otherId])
  return locked.find(({ id }) => id === userId)
}

/**
 * Requires another active admin, because an admin is needed to make other admins. The caller has locked the admin who is removed,
 * and this function locks one who stays, if `lockWithOtherAdmin` has not. When two admins remove each other at the same time, one
 * of the two waits or is retried, and finds that it is the last.
 * @throws {Failure} `last_admin`
 */
export async function requireOtherAdmin(tx: Sql, { id }: Pick<User, 'id'>): Promise<void> {
  for (;;) {
    const otherId = await findOtherAdmin(tx, id)
    if (otherId === undefined) throw new Failure('last_admin')
    const other = await lockUser(tx, otherId)
    if (other?.hasPassword && isActiveAdmin(other)) return
  }
}
