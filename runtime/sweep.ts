import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { Database, Sql } from './database/database.ts'
import { holdLease, releaseLease } from './database/lease.ts'
import { type Fragment, textOf } from './database/sql.ts'
import { newId } from './ids.ts'
import type { Log } from './log/log.ts'
import { type Loop, startLoop } from './loop.ts'
import type { Metric } from './metrics/metrics.ts'

/** The task of removing the expired rows of one table. */
export interface Sweep {
  name: string
  /**
   * Removes at most `limit` rows that had expired at `now`, in epoch milliseconds. Returns how many it
   * removed.
   */
  remove(db: Database, now: number, limit: number): Promise<number>
  /** Counts the expired rows that have not been removed yet, up to `atMost`. */
  countWaiting(db: Sql, now: number, atMost: number): Promise<number>
}

/**
 * Declares a table whose rows expire: a row is removed once its `column`, in epoch milliseconds, is `keptMs` in the past. `key`
 * lists the columns of the primary key, separated by commas. `column` needs an index.
 */
export function expiring({
  table,
  key,
  column,
  keptMs = 0,
}: {
  table: Fragment
  key: Fragment
  column: Fragment
  keptMs?: number
}): Sweep {
  return {
    name: textOf(table),
    async remove(db, now, limit) {
      const end = now - keptMs
      // The outer condition repeats the inner one because PostgreSQL evaluates it again for a row that another
      // node has just changed.
      const removed = await db.query`
        DELETE FROM ${table} WHERE ${column} <= ${end} AND (${key}) IN (
          SELECT ${key} FROM ${table} WHERE ${column} <= ${end} ORDER BY ${column} LIMIT ${limit})
        RETURNING ${column}`
      return removed.length
    },
    async countWaiting(db, now, atMost) {
      const [row] = await db.query<{ total: number }>`
        SELECT COUNT(*) AS total FROM (
          SELECT 1 FROM ${table} WHERE ${column} <= ${now - keptMs} LIMIT ${atMost}) AS expired`
      return row?.total ?? 0
    },
  }
}

export interface Sweeping {
  db: Database
  clock: Clock
  log: Log
  sweeps: readonly Sweep[]
}

const idleMs = 60_000
const batchRows = 200
/** The pause between two batches, which leaves the database free for requests. */
const pauseMs = 20
const budgetMs = 10_000
const leaseMs = 60_000

/**
 * Removes expired rows in small batches, on one node at a time and never inside a request. It begins a while after the start, when
 * the database has served the requests that waited for it.
 */
export function startSweeping(sweeping: Sweeping, { firstAfterMs = 10_000 } = {}): Loop {
  const holder = newId(sweeping.clock.now())
  const loop = startLoop('sweep', { idleMs, firstAfterMs, log: sweeping.log }, (signal) =>
    sweepOnce(sweeping, holder, signal),
  )
  return {
    async stop() {
      await loop.stop()
      await releaseLease(sweeping.db, 'sweep', holder)
    },
  }
}

/** Removes expired rows for ten seconds at most. True when that time was used up and there may be more. */
export async function sweepOnce(sweeping: Sweeping, holder: string, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, log } = sweeping
  const startedAt = performance.now()
  if (!(await holdLease(db, { name: 'sweep', holder, now: clock.now(), forMs: leaseMs }))) return false
  for (const { name, remove } of sweeping.sweeps) {
    let removed = 0
    for (;;) {
      const batch = await remove(db, clock.now(), batchRows)
      removed += batch
      if (batch < batchRows) break
      if (signal?.aborted || performance.now() - startedAt > budgetMs) return true
      await sleep(pauseMs)
    }
    if (removed > 0) log.debug({ what: name, removed }, 'rows that were over were removed')
  }
  return false
}

const maxCounted = 100_000

/** Counts the expired rows that are still there. The number grows when no node removes such rows, or not fast enough. */
export const sweepMetric = ({ db, clock, sweeps }: Sweeping): Metric => ({
  name: 'latchkey_sweep_waiting_rows',
  help: `Expired rows that are not removed yet, counted up to ${maxCounted}.`,
  label: 'what',
  isOfDatabase: true,
  async read() {
    const counts = sweeps.map(
      async ({ name, countWaiting }) => [name, await countWaiting(db, clock.now(), maxCounted)] as const,
    )
    return new Map(await Promise.all(counts))
  },
})
