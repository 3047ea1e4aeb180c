import { createHistogram } from '#runtime/metrics/histogram.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import type { HashQueue } from './hash-queue.ts'

/** Returns the metrics of password hashes: how long each took, and how many wait. `observe` records the time of one hash. */
export function hashMetrics(queue: Pick<HashQueue, 'waiting'>): {
  observe(seconds: number): void
  metrics: readonly Metric[]
} {
  const seconds = createHistogram({
    name: 'latchkey_password_hash_seconds',
    help: 'Computing time of password hashes, without waiting time.',
  })
  const waiting: Metric = {
    name: 'latchkey_password_hashes_waiting',
    help: 'Passwords waiting to be hashed, of existing users and of users being created.',
    label: 'of',
    read() {
      const { known, newcomers } = queue.waiting()
      return new Map([
        ['existing_users', known],
        ['new_users', newcomers],
      ])
    },
  }
  return { observe: seconds.series().observe, metrics: [waiting, seconds.metric] }
}
