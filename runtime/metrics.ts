import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { Log } from './log.ts'

/** A metric of Prometheus. It is read only when `/metrics` is requested, so it costs nothing in between. */
export interface Metric {
  name: `latchkey_${string}`
  help: string
  label: string
  /** Set for a metric that is read from the database: each process reports the same value, so that their sum would be wrong. */
  isOfDatabase?: true
  /** Returns a value for each value of the label. */
  read(): Promise<Map<string, number>>
}

/** Opens the registry at the first call, so that a start does not wait for it. */
export type OpenRegistry = () => Promise<Registry>

/** Makes a registry of these metrics and of Node's default process metrics. */
export function registryOf(metrics: readonly Metric[]): OpenRegistry {
  let registry: Promise<Registry> | undefined
  return () => {
    registry ??= createRegistry(metrics)
    return registry
  }
}

/** Answers `GET /metrics` in the text format of Prometheus. */
export function metricsHandler(open: OpenRegistry, log: Log) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    try {
      const registry = await open()
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      response.writeHead(503).end()
    }
  }
}

async function createRegistry(metrics: readonly Metric[]): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name, help, label, isOfDatabase, read } of metrics) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      aggregator: isOfDatabase ? 'first' : 'sum',
      async collect() {
        for (const [value, number] of await read()) this.set({ [label]: value }, number)
      },
    })
  }
  return registry
}

/** Adds up the metrics of several processes. */
export async function sumMetrics(metrics: readonly (readonly object[])[]): Promise<Registry> {
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate([...metrics])
}
