import { workersMetric } from '#cli/workers/serve-metrics.ts'
import { lookUpMetric } from '#runtime/database/open-database.ts'
import type { Metric } from '#runtime/metrics.ts'
import { spanMetric } from '#runtime/traces/span-metric.ts'
import { startSystem } from '#tests/support/system.ts'
import { markdownTable } from './markdown-table.ts'
import { madeFrom } from './reference-pages.ts'

/** Starts both services, and returns the page `docs/reference/metrics.md`, built from the metrics that they have. */
export async function metricsPage(): Promise<string> {
  await using system = await startSystem()
  return `# Metrics

${madeFrom('running services')}

Each service answers \`GET /metrics\` on a port of its own (\`LATCHKEY_USERS_OPS_PORT\`, \`LATCHKEY_AUTH_OPS_PORT\`), in the text format
of Prometheus and in clear text also when TLS is on. Beside these there are the usual metrics of a Node process, \`process_…\` and
\`nodejs_…\`. All of these are gauges. No label holds a name, an address or an id. A count of what happened begins at 0 with each
process; with [several workers](../guide/workers.md) it is the sum of all.

## User service

${await table(system.metrics('users'))}

## Authentication service

${await table(system.metrics('auth'))}

## Both, in some deployments

${markdownTable(head, [
  row({ ...lookUpMetric, help: `On PostgreSQL. ${lookUpMetric.help}` }),
  row({ ...workersMetric, help: `With several workers. ${workersMetric.help}` }),
  row({ ...spanMetric, help: `With [traces](../guide/tracing.md). ${spanMetric.help}` }),
])}
`
}

const head = ['metric', 'label', 'what it says']

const row = (
  { name, label, help }: Pick<Metric, 'name' | 'label' | 'help'>,
  values: string[] = [],
): string[] => [
  `\`${name}\``,
  `\`${label}\`${values.length > 0 ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : ''}`,
  help,
]

async function table(metrics: readonly Metric[]): Promise<string> {
  const rows = metrics.map(async (metric) => row(metric, [...(await metric.read()).keys()]))
  return markdownTable(head, await Promise.all(rows))
}
