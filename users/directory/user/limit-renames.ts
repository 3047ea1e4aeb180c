import type { Sql } from '#runtime/database/database.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import { takeFromBucket } from '../../core/rate-limit-store.ts'
import type { Users } from '../../core/users.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The rate limit of renames: a user may change the username twice, to correct a mistake, and then once a day. */
const rate = { quota: 2, windowMs: 2 * dayMs }

/**
 * Counts a user's change of its own username, in the transaction of the change. Without a limit a user could change names every
 * minute to escape recognition, and others could take the names that the user gives up.
 * @throws {Failure} `rename_limited`
 */
export async function countRename(tx: Sql, { clock }: Users, userId: string): Promise<void> {
  const waitMs = await takeFromBucket(tx, { bucket: `rename ${userId}`, ...rate }, clock.now())
  if (waitMs === undefined) return
  const { quota, windowMs } = rate
  throw limitReached('rename_limited', { name: 'rename', quota, windowSeconds: windowMs / 1000, waitMs })
}
