import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ValuesMetric } from '../metrics/metrics.ts'

const maxCounted = 100_000

/** Returns the metrics of the deliveries that wait in the outbox. */
export const outboxMetrics = ({ db, clock }: { db: Database; clock: Clock }): ValuesMetric[] => [
  waitingMetric(db),
  overdueMetric(db, clock),
]

/** Counts the waiting deliveries, which become more while a receiver does not answer, and the dead letters. */
const waitingMetric = (db: Database): ValuesMetric => ({
  name: 'latchkey_outbox_waiting_events',
  help: `Queued deliveries and failed deliveries (dead letters), each counted up to ${maxCounted}.`,
  label: 'state',
  isOfDatabase: true,
  async read() {
    const [row] = await db.query<{ waiting: number; dead: number }>`
      SELECT
        (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE dead_at IS NULL LIMIT ${maxCounted}) AS living) AS waiting,
        (SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE dead_at IS NOT NULL LIMIT ${maxCounted}) AS given_up) AS dead`
    return new Map([
      ['waiting', row?.waiting ?? 0],
      ['dead', row?.dead ?? 0],
    ])
  },
})

/**
 * Measures how long deliveries are overdue. A delivery that failed is not due before its next attempt, so the value stays near 0
 * while only a receiver is down.
 */
const overdueMetric = (db: Database, clock: Clock): ValuesMetric => ({
  name: 'latchkey_outbox_overdue_seconds',
  help: 'How long the oldest due delivery has been due. Grows if deliveries stop or are too slow.',
  isOfDatabase: true,
  async read() {
    const [row] = await db.query<{ due_at: number | null }>`
      SELECT MIN(due_at) AS due_at FROM (
        SELECT due_at FROM outbox WHERE dead_at IS NULL LIMIT ${maxCounted}) AS living`
    const now = clock.now()
    return new Map([['', Math.max(0, now - (row?.due_at ?? now)) / 1_000]])
  },
})
