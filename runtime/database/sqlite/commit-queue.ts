import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Metric } from '../../metrics/metrics.ts'
import type { Sql } from '../database.ts'
import { commitMetrics } from './commit-metrics.ts'

/** A transaction that waits for its commit. */
export interface Job {
  work(tx: Sql): Promise<unknown>
  /** True when the commit must be on the disk before it is acknowledged, so that it survives a power cut. */
  isForTheDisk: boolean
  /**
   * True once the transaction has run a script. SQLite does not count changes of the schema as changed rows,
   * so a commit with a script is always synced.
   */
  hasExecuted: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

export interface CommitQueue {
  /** True when so many transactions wait that another one must be refused. */
  isFull(): boolean
  metrics: readonly Metric[]
  add(job: Job): void
  /** Resolves once nothing waits and nothing is being committed. */
  idle(): Promise<void>
}

const maxJobsPerCommit = 64
const maxWaiting = 10_000

/**
 * Commits waiting transactions in groups of up to 64, one group after the other, and calls `afterCommit`
 * after each group; the next group waits for it.
 */
export function createCommitQueue(
  commit: (jobs: Job[]) => Promise<void>,
  afterCommit: () => Promise<void>,
): CommitQueue {
  const waiting: Job[] = []
  const measured = commitMetrics(() => waiting.length)
  let isCommitting = false
  let idle = Promise.resolve()

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, maxJobsPerCommit)
      const begunAt = performance.now()
      await commit(jobs)
      measured.observe({ jobs: jobs.length, seconds: (performance.now() - begunAt) / 1_000 })
      await afterCommit()
      // The event loop gets a turn between two commits, so that reads and other requests go on.
      await nextTurn()
    }
    isCommitting = false
  }

  return {
    isFull: () => waiting.length >= maxWaiting,
    metrics: measured.metrics,
    add(job) {
      waiting.push(job)
      if (isCommitting) return
      isCommitting = true
      // The commit begins after the event loop has handled the I/O events at hand, so that requests that arrived together share
      // it.
      idle = new Promise((done) => setImmediate(() => void commitAll().then(done)))
    },
    idle: () => idle,
  }
}
