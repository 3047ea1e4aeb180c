import { createHistogram } from '../../metrics/histogram.ts'
import type { Metric } from '../../metrics/metrics.ts'
import { commitSeconds, transactionsWaiting } from '../database-metrics.ts'

/** Measures group commits. `countWaiting` returns how many transactions wait for one. */
export function commitMetrics(countWaiting: () => number): {
  observe(commit: { jobs: number; seconds: number }): void
  metrics: readonly Metric[]
} {
  const seconds = createHistogram(commitSeconds)
  const together = createHistogram({
    name: 'latchkey_database_commit_transactions',
    help: 'On SQLite: transactions that shared a commit, at most 64.',
    bounds: [1, 2, 4, 8, 16, 32, 64],
  })
  const ofSeconds = seconds.series()
  const ofJobs = together.series()
  const waiting: Metric = {
    ...transactionsWaiting,
    read: () => new Map([['', countWaiting()]]),
  }
  return {
    observe(commit) {
      ofSeconds.observe(commit.seconds)
      ofJobs.observe(commit.jobs)
    },
    metrics: [seconds.metric, together.metric, waiting],
  }
}
