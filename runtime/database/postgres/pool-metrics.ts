import type pg from 'pg'
import { createHistogram } from '../../metrics/histogram.ts'
import type { Metric } from '../../metrics/metrics.ts'
import { transactionsWaiting } from '../database-metrics.ts'

/** Measures the pool of connections for transactions and single statements. */
export function poolMetrics(pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): {
  /** Measures how long the wait for a connection takes, and returns the connection. */
  wait<T>(connection: Promise<T>): Promise<T>
  metrics: readonly Metric[]
} {
  const waits = createHistogram({
    name: 'latchkey_database_pool_wait_seconds',
    help: 'On PostgreSQL: how long transactions and statements waited for a connection, including those that got none.',
  })
  const { observe } = waits.series()
  const connections: Metric = {
    name: 'latchkey_database_connections',
    help: 'On PostgreSQL: open connections for transactions and statements, used and idle.',
    label: 'state',
    read: () =>
      new Map([
        ['in_use', pool.totalCount - pool.idleCount],
        ['idle', pool.idleCount],
      ]),
  }
  const waiting: Metric = { ...transactionsWaiting, read: () => new Map([['', pool.waitingCount]]) }
  return {
    async wait(connection) {
      const begunAt = performance.now()
      try {
        return await connection
      } finally {
        observe((performance.now() - begunAt) / 1_000)
      }
    },
    metrics: [waits.metric, connections, waiting],
  }
}
