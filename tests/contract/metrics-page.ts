import { workersMetric } from '#cli/workers/serve-metrics.ts'
import { clockSkewMetric } from '#runtime/database/clock-skew.ts'
import { oldPrimariesMetric } from '#runtime/database/old-primaries.ts'
import { lookUpMetric } from '#runtime/database/open-database.ts'
import { unansweredMetric } from '#runtime/database/postgres/commits.ts'
import { poolMetrics } from '#runtime/database/postgres/pool-metrics.ts'
import type { Metric } from '#runtime/metrics/metrics.ts'
import { spanMetric } from '#runtime/traces/span-metric.ts'
import { startSystem } from '#tests/support/system.ts'
import { markdownTable } from './markdown-table.ts'
import { madeFrom } from './reference-pages.ts'

/** Starts both services, and returns the page `docs/reference/metrics.md`, built from the metrics that they have. */
export async function metricsPage(): Promise<string> {
  await using system = await startSystem()
  const [users, auth] = [system.metrics('users'), system.metrics('auth')]
  const ofBoth = users.flatMap((metric) => {
    const other = auth.find(({ name }) => name === metric.name)
    return other ? [bothOf(metric, other)] : []
  })
  const isOfOne = ({ name }: Metric) => !ofBoth.some((both) => both.name === name)
  const noPool = poolMetrics({ totalCount: 0, idleCount: 0, waitingCount: 0 }).metrics.filter(isOfOne)
  return `# Metrics

${madeFrom('running services')}

Each service serves \`GET /metrics\` on a separate port (\`LATCHKEY_USERS_OPS_PORT\`, \`LATCHKEY_AUTH_OPS_PORT\`), in the text format of Prometheus and
always without TLS. Scrape both ports and add the values: the service whose port received a request counts it. The usual metrics of a Node process
(\`process_…\`, \`nodejs_…\`) are included. Labels never contain names, addresses or ids. Counters start at 0 with each process; with
[several workers](../guide/workers.md), they are the sum of all workers.

## Both services

${await table(ofBoth)}

## User service

${await table(users.filter(isOfOne))}

## Authentication service

${await table(auth.filter(isOfOne))}

## Both services, in some deployments

${markdownTable(head, [
  ...(await Promise.all(noPool.map(row))),
  ...(await Promise.all(inSome.map((metric) => row({ ...metric, read: () => new Map() })))),
])}
`
}

/** Returns a metric with the label values of both services: the sweeps of one, for example, are not those of the other. */
const bothOf = (one: Metric, other: Metric): Metric =>
  one.type === 'histogram' || other.type === 'histogram'
    ? one
    : { ...one, read: async () => new Map([...(await one.read()), ...(await other.read())]) }

/** The metrics that exist only in some systems: on PostgreSQL, with workers, or with traces. */
const inSome = [
  unansweredMetric,
  oldPrimariesMetric,
  lookUpMetric,
  clockSkewMetric,
  workersMetric,
  { ...spanMetric, help: `With [traces](../guide/tracing.md). ${spanMetric.help}` },
]

const head = ['metric', 'type', 'labels', 'meaning']

async function row(metric: Metric): Promise<string[]> {
  const { name, type = 'gauge', help } = metric
  return [`\`${name}\``, type, await labelsOf(metric), help]
}

async function labelsOf(metric: Metric): Promise<string> {
  if (metric.type === 'histogram') return metric.labels.map((label) => `\`${label}\``).join(', ')
  if (metric.label === undefined) return ''
  // The values are sorted, because some come in the order of rows that were written at the same moment.
  const values = metric.label === 'version' ? [] : [...(await metric.read()).keys()].toSorted()
  return `\`${metric.label}\`${values.length > 0 ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : ''}`
}

const table = async (metrics: readonly Metric[]): Promise<string> =>
  markdownTable(head, await Promise.all(metrics.map(row)))
