import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from '@prometheus-io/client'

/**
 * Metrics of the library that are left out. The first three are gauges whose names end like those of counters, which the checker of
 * Prometheus (promtool) refuses; each is only the sum of another metric, which is kept. The others measure only from the first
 * reading on, and percentiles of several processes cannot be added up.
 */
const leftOut = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_summary',
  'nodejs_eventloop_utilization_histogram',
]

/**
 * The interval in which the library would observe the utilization: the longest that a timer can have, because nobody reads it. By
 * default the library makes ten observations a second, and after a pause of the process all missing ones at once.
 */
const utilizationIntervalMs = 2 ** 31 - 1

/**
 * Measures the process from now on, and returns a function that reads its metrics. The library is loaded by the first reading,
 * because it needs 20 MiB. It measures only from then on, so the processor time and the lag of the event loop are read from
 * Node.
 */
export function measureProcess(): () => Promise<object[]> {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  let registry: Promise<Registry> | undefined
  return async () => {
    registry ??= openRegistry()
    const metrics = await (await registry).getMetricsAsJSON()
    const { user, system } = process.cpuUsage()
    const own: Record<string, number> = {
      process_cpu_user_seconds_total: user / 1e6,
      process_cpu_system_seconds_total: system / 1e6,
      process_cpu_seconds_total: (user + system) / 1e6,
      nodejs_eventloop_lag_min_seconds: lag.min / 1e9,
      nodejs_eventloop_lag_max_seconds: lag.max / 1e9,
      nodejs_eventloop_lag_mean_seconds: lag.mean / 1e9,
      nodejs_eventloop_lag_stddev_seconds: lag.stddev / 1e9,
      nodejs_eventloop_lag_p50_seconds: lag.percentile(50) / 1e9,
      nodejs_eventloop_lag_p90_seconds: lag.percentile(90) / 1e9,
      nodejs_eventloop_lag_p99_seconds: lag.percentile(99) / 1e9,
    }
    lag.reset()
    return metrics.map((metric) => {
      const value = own[metric.name]
      return value === undefined ? metric : { ...metric, values: [{ value, labels: {} }] }
    })
  }
}

async function openRegistry(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('@prometheus-io/client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: utilizationIntervalMs })
  for (const name of leftOut) registry.removeSingleMetric(name)
  return registry
}
