import type { BacklogResource } from '#contract/events.ts'
import type { Users } from '../core/users.ts'

const maxCounted = 100_000

/** Lists how much waits for each receiver, and for how long the first of it has been due. At most 100,000 deliveries are looked at. */
export async function listBacklog({ db, clock }: Pick<Users, 'db' | 'clock'>): Promise<BacklogResource[]> {
  const rows = await db.query<{ sink: string; waiting: number; dead: number; due_at: number | null }>`
    SELECT sink, COUNT(*) - COUNT(dead_at) AS waiting, COUNT(dead_at) AS dead,
      MIN(CASE WHEN dead_at IS NULL THEN due_at END) AS due_at
    FROM (SELECT sink, dead_at, due_at FROM outbox LIMIT ${maxCounted}) AS looked_at
    GROUP BY sink ORDER BY sink`
  const now = clock.now()
  return rows.map(({ sink, waiting, dead, due_at: dueAt }) => ({
    ...{ sink, waiting, dead_letters: dead },
    overdue_seconds: Math.max(0, Math.floor((now - (dueAt ?? now)) / 1_000)),
  }))
}
