import { Failure } from '#contract/failures.ts'
import type { Sql } from '#runtime/database/database.ts'
import type { User } from '../core/user.ts'
import { findOtherAdmin, lockUser } from '../core/user-store.ts'

export const isActiveAdmin = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  role === 'admin' && status === 'active'

/**
 * Requires another active admin, because an admin is needed to make other admins. The caller has locked the
 * admin who is removed, and this function locks one who stays. When two admins remove each other at the same
 * time, one of the two waits or is retried, and finds that it is the last.
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
