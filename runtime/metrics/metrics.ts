import type { Registry } from '@prometheus-io/client'
import type { Log } from '../log/log.ts'
import { measureProcess } from './process-metrics.ts'

/**
 * A metric of Prometheus. Its values are collected only when `/metrics` is requested; between requests the code only increases
 * plain numbers. A label has a fixed list of values: a name, an address or an id as a label would create a series for each user.
 */
export type Metric = ValuesMetric | HistogramMetric

interface NamedMetric {
  name: MetricName
  help: string
  /**
   * True for a metric of the database or of the whole installation. Every process reports the same value, so adding the values up
   * would be wrong.
   */
  isOfDatabase?: true
}

/** The name of a metric. Our own names begin with `latchkey_`; the other two are from the OpenTelemetry semantic conventions. */
export type MetricName =
  | `latchkey_${string}`
  | 'http_server_request_duration_seconds'
  | 'rpc_server_call_duration_seconds'

/** A gauge, or a counter, which only rises. */
export interface ValuesMetric extends NamedMetric {
  type?: 'counter'
  /** The name of the label; absent for a metric that is a single number. */
  label?: string
  /** Labels that every series has, each with the same value. */
  commonLabels?: Record<string, string>
  /** Returns a number for each value of the label. Without a label, the map has one number, and its key is the empty text. */
  read(): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>
}

export interface HistogramMetric extends NamedMetric {
  type: 'histogram'
  labels: readonly string[]
  /** The upper bounds of the buckets. */
  bounds: readonly number[]
  read(): readonly Observed[]
}

/** The observations of one series of a histogram. */
export interface Observed {
  labels: Record<string, string>
  /** The number of observations in each bucket. The last number counts the observations above all bounds. */
  counts: readonly number[]
  sum: number
}

/** Reads all metrics, in the form from which `sumMetrics` adds up the metrics of several processes. */
export type MetricsReader = () => Promise<object[]>

/** Makes a reader of these metrics and of Node's default process metrics, which are measured from now on. */
export function metricsReader(metrics: readonly Metric[], log: Log): MetricsReader {
  const readProcess = measureProcess()
  const read = (metric: Metric) =>
    toValues(metric).catch((error: unknown) => {
      // A metric that cannot be read is left out. The others are still shown, because they are needed most while the database
      // is down.
      log.warn({ err: error, metric: metric.name }, 'cannot read metric')
      return toJson(metric, [])
    })
  return async () => [...(await Promise.all(metrics.map(read))), ...(await readProcess())]
}

/**
 * Adds up the metrics of several processes. Metrics that cannot be added up, such as the time when a process began, are left
 * out.
 */
export async function sumMetrics(metrics: readonly (readonly object[])[]): Promise<Registry> {
  const { Registry } = await import('@prometheus-io/client')
  const [only = [], ...others] = metrics
  const whole = others.length > 0 ? metrics : [only.map((metric) => ({ ...metric, aggregator: 'first' }))]
  return Registry.aggregate([...whole])
}

async function toValues(metric: Metric): Promise<object> {
  return toJson(metric, metric.type === 'histogram' ? histogramValues(metric) : await numbersOf(metric))
}

function toJson({ name, help, type, isOfDatabase }: Metric, values: object[]): object {
  return { name, help, type: type ?? 'gauge', aggregator: isOfDatabase ? 'first' : 'sum', values }
}

async function numbersOf({ label, commonLabels, read }: ValuesMetric): Promise<object[]> {
  return [...(await read())].map(([value, number]) => ({
    value: number,
    labels: { ...(label === undefined ? {} : { [label]: value }), ...commonLabels },
  }))
}

function histogramValues({ name, bounds, read }: HistogramMetric): object[] {
  return read().flatMap(({ labels, counts, sum }) => {
    let total = 0
    const buckets = counts.map((count, at) => {
      total += count
      return {
        metricName: `${name}_bucket`,
        labels: { le: bounds[at] ?? '+Inf', ...labels },
        value: total,
      }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ]
  })
}
