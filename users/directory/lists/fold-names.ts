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
 * Fills the index of folded names in the background, in small batches and on one node at a time. After an upgrade it indexes all
 * users, and later those who were added or renamed, even by an older version. Until a user is indexed, a search compares the
 * user's name itself.
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
 * Folds names for ten seconds at most. Returns true when that time was used up and there may be more. While it indexes the users
 * who existed before an upgrade, it logs the progress.
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
    // Users who were added or renamed come before the scan of all users, so that few of them wait while the scan goes on.
    const read = folded === 0 ? await scanForFolds(db) : undefined
    progress.names_indexed += folded
    progress.users_read += read ?? 0
    if (read === 0) log.info(progress, 'names indexed for search')
    if (folded === 0 && !read) return false
    if (signal?.aborted || performance.now() - startedAt > budgetMs) break
    await sleep(pauseMs)
  }
  if (progress.users_read > 0) log.info(progress, 'indexing names for search')
  return true
}
