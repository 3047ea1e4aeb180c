import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { Log } from './log.ts'

/** A figure that is read when somebody asks for it, so that it costs nothing in between. */
export interface Metric {
  name: `latchkey_${string}`
  help: string
  /** A value for each of the label's values. */
  label: string
  read(): Promise<Map<string, number>>
}

/** Answers `GET /metrics` in the text format of Prometheus, with the figures of the process besides. */
export function metricsHandler(metrics: readonly Metric[], log: Log) {
  let registry: Promise<Registry> | undefined
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    try {
      // Loaded for the first who asks: a start need not wait for it.
      registry ??= createRegistry(metrics)
      const { contentType, metrics: write } = await registry
      const text = await write.call(await registry)
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
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
  for (const { name, help, label, read } of metrics) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        for (const [value, figure] of await read()) this.set({ [label]: value }, figure)
      },
    })
  }
  return registry
}
