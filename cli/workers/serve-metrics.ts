import { metricsHandler } from '#runtime/http/metrics-handler.ts'
import type { Log } from '#runtime/log/log.ts'
import { sumMetrics } from '#runtime/metrics/metrics.ts'
import type { Listeners } from '../start/listeners.ts'
import type { Workers } from './keep-workers.ts'
import type { Service } from './worker-messages.ts'

export const workersMetric = {
  name: 'latchkey_workers',
  help: 'With several workers: wanted and ready processes, processes whose metrics are missing here, and replacements.',
  label: 'what',
} as const

/** Serves the sum of the metrics of all workers. Only the parent process listens on the ports for metrics. */
export function serveMetrics(
  { usersOps, authOps }: Listeners,
  { workers, log }: { workers: Workers; log: Log },
): void {
  usersOps?.serve(
    metricsHandler(
      inOneGo(() => metricsOf(workers, 'users')),
      log,
    ),
  )
  authOps?.serve(
    metricsHandler(
      inOneGo(() => metricsOf(workers, 'auth')),
      log,
    ),
  )
}

async function metricsOf(workers: Workers, service: Service) {
  const ready = workers.slots.filter(({ isReady }) => isReady)
  const answers = await Promise.all(ready.map(({ worker }) => worker.count(service)))
  const metrics = answers.filter((answer) => answer !== undefined)
  const registry = await sumMetrics(metrics)
  const { Gauge } = await import('@prometheus-io/client')
  const { name, help, label } = workersMetric
  const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] })
  gauge.set({ what: 'wanted' }, workers.slots.length)
  gauge.set({ what: 'ready' }, ready.length)
  gauge.set({ what: 'silent' }, ready.length - metrics.length)
  gauge.set({ what: 'replaced' }, workers.restarts)
  return registry
}

/**
 * Makes all callers that arrive while `work` runs share this run, so that a worker collects its metrics for one request at a
 * time.
 */
function inOneGo<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
