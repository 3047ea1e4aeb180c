import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log/log.ts'
import { spanQueue } from './span-queue.ts'
import { createSpans } from './spans.ts'
import { traceMailer, tracePeer, traceRpc } from './trace-calls.ts'
import { traceDatabase } from './trace-database.ts'
import { traceRequests } from './trace-requests.ts'
import { type Environment, readTraceSettings, type TraceSettings } from './trace-settings.ts'
import type { Traces } from './traces.ts'

export interface TracesOptions {
  /** The name of the service in its traces, unless `OTEL_SERVICE_NAME` gives one. */
  service: string
  version: string
  /**
   * The environment variables that traces are configured with (`OTEL_…`). Those of the exporter (`OTEL_EXPORTER_…`) count only in
   * the environment of the process, where the exporter itself reads them.
   */
  environment: Environment
  log: Log
}

/** The time that a stop waits for the last spans to be sent. */
const stopWithinMs = 3_000

/** Opens the export of traces; undefined when no endpoint can be used. This file is loaded only where traces are wanted. */
export function openTraces(options: TracesOptions): Traces | undefined {
  const { version, environment, log } = options
  const { settings, faults } = readTraceSettings(environment)
  for (const fault of faults) log.warn({ fault }, 'variable for traces ignored')
  if (!settings) return undefined
  // The exporter reads its endpoint, headers, timeout, compression and certificates from environment variables by itself.
  const exporter = new OTLPTraceExporter()
  const { processor, metric } = spanQueue(exporter, { bounds: settings.queue, log })
  const provider = new TracerProvider({
    resource: resourceOf(options),
    sampler: samplerOf(settings),
    spanProcessors: [processor],
  })
  const spans = createSpans(provider.getTracer('latchkey', version))
  log.info({ to: settings.origin, sampler: settings.sampler }, 'sending traces')
  return {
    within: spans.within,
    requests: (app) => traceRequests(app, spans),
    rpc: traceRpc(spans),
    peer: (fetch) => tracePeer(fetch, spans),
    database: (db) => traceDatabase(db, spans),
    mailer: (mailer) => traceMailer(mailer, spans),
    metric,
    async stop() {
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, sleep(stopWithinMs, undefined, { ref: false })])
    },
  }
}

/**
 * Describes the service in its traces. The environment variables `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take
 * precedence over the values given to this function.
 */
const resourceOf = ({ service, version }: TracesOptions) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': service,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))

function samplerOf({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>): Sampler {
  const [kind = '', root = kind] = sampler.split(/(?<=^parentbased)_/)
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const chosen = roots[root]?.() ?? new AlwaysOnSampler()
  return kind === 'parentbased' ? new ParentBasedSampler({ root: chosen }) : chosen
}
