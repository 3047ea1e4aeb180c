import { setTimeout as sleep } from 'node:timers/promises'
import { holdLease, releaseLease } from '#runtime/database/lease.ts'
import { newId } from '#runtime/ids.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import type { Users } from '../../core/users.ts'
import { foldWaiting, isFoldDue, scanForFolds } from './fold-store.ts'

type Folding = Pick<Users, 'db' | 'clock' | 'log'>

const idleMs = 5_000
const leaseMs = 60_000
const budgetMs = 10_000
/** The pause between two batches, which leaves the database free for requests. */
const pauseMs = 20

/**
 * Fills the index of folded names in small batches, on one node at a time and never inside a request: after an upgrade for all users
 * that there are, and then for those who were added or renamed, also by an older version. A search compares those who wait itself.
 */
export function startFolding(folding: Folding, { firstAfterMs = idleMs } = {}): Loop {
  const holder = newId(folding.clock.now())
  const loop = startLoop('fold names', { idleMs, firstAfterMs, log: folding.log }, (signal) =>
    foldOnce(folding, holder, signal),
  )
  return {
    async stop() {
      await loop.stop()
      await releaseLease(folding.db, 'fold names', holder)
    },
  }
}

/**
 * Folds names for ten seconds at most. Returns true when that time was used up and there may be more. The log says how far the
 * users of before an upgrade are looked through.
 */
export async function foldOnce(
  { db, clock, log }: Folding,
  holder: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await isFoldDue(db))) return false
  if (!(await holdLease(db, { name: 'fold names', holder, now: clock.now(), forMs: leaseMs }))) return false
  const startedAt = performance.now()
  const progress = { users_read: 0, names_indexed: 0 }
  for (;;) {
    const folded = await foldWaiting(db)
    // Those who wait come first, so that they stay few while the scan goes on.
    const read = folded === 0 ? await scanForFolds(db) : undefined
    progress.names_indexed += folded
    progress.users_read += read ?? 0
    if (read === 0) log.info(progress, 'all names are indexed for the search')
    if (folded === 0 && !read) return false
    if (signal?.aborted || performance.now() - startedAt > budgetMs) break
    await sleep(pauseMs)
  }
  if (progress.users_read > 0) log.info(progress, 'names are being indexed for the search')
  return true
}
