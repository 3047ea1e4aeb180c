import type { BacklogResource } from '#contract/events/events.ts'
import type { Clock } from '../clock.ts'
import type { Sql } from '../database/database.ts'

const maxCounted = 100_000

/**
 * Counts the deliveries that wait for each receiver, and how long the first has been due. At most 100,000 deliveries are read.
 * `attempts` includes an attempt that is still running, so a delivery counts as failing when its second attempt has begun or its
 * first has left an error.
 */
export async function listBacklog({ db, clock }: { db: Sql; clock: Clock }): Promise<BacklogResource[]> {
  const rows = await db.query<{
    sink: string
    waiting: number
    failing: number
    dead: number
    due_at: number | null
  }>`
    SELECT sink, COUNT(*) - COUNT(dead_at) AS waiting, COUNT(dead_at) AS dead,
      COUNT(CASE WHEN dead_at IS NULL AND attempts > CASE WHEN last_error IS NULL THEN 1 ELSE 0 END
        THEN 1 END) AS failing,
      MIN(CASE WHEN dead_at IS NULL THEN due_at END) AS due_at
    FROM (SELECT sink, dead_at, due_at, attempts, last_error FROM outbox LIMIT ${maxCounted}) AS looked_at
    GROUP BY sink ORDER BY sink`
  const now = clock.now()
  return rows.map(({ sink, waiting, failing, dead, due_at: dueAt }) => ({
    sink,
    waiting,
    failing,
    dead_letters: dead,
    overdue_seconds: Math.max(0, Math.floor((now - (dueAt ?? now)) / 1_000)),
  }))
}
