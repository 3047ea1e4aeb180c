import type { Sql } from '#runtime/database/database.ts'
import { limitReached } from '#runtime/limits/limit-reached.ts'
import { takeFromBucket } from '../core/rate-limit-store.ts'
import type { Users } from '../core/users.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Two, so that a slip can be mended; then one a day. */
const rate = { quota: 2, windowMs: 2 * dayMs }

/**
 * Counts a new username that a user gives itself, in the transaction that does. Whoever can be somebody else every minute is
 * known to nobody, and others would take the names that are left behind.
 * @throws {Failure} `rename_limited`
 */
export async function countRename(tx: Sql, { clock }: Users, userId: string): Promise<void> {
  const waitMs = await takeFromBucket(tx, { bucket: `rename ${userId}`, ...rate }, clock.now())
  if (waitMs === undefined) return
  const { quota, windowMs } = rate
  throw limitReached('rename_limited', { name: 'rename', quota, windowSeconds: windowMs / 1000, waitMs })
}
