import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Log } from '../log/log.ts'
import { toError } from '../log/thrown.ts'
import { runWithoutTrace } from '../log/tracing.ts'
import type { Metric } from '../metrics/metrics.ts'
import { spanMetric } from './span-metric.ts'
import type { QueueBounds } from './trace-settings.ts'

/**
 * Creates the queue of ended spans, which are sent in batches. It holds at most `maxSpans` spans, including those that are
 * being sent. While a receiver is slow or cannot be reached, further spans are dropped and counted. A fault is logged when it
 * begins and when it is over.
 */
export function spanQueue(
  exporter: SpanExporter,
  { bounds, log }: { bounds: QueueBounds; log: Log },
): { processor: SpanProcessor; metric: Metric } {
  const counts = { sent: 0, failed: 0, dropped: 0, waiting: 0 }
  let isFailing = false
  function count(spans: number, { code, error }: ExportResult): void {
    counts.waiting -= spans
    const isSent = code === ExportResultCode.SUCCESS
    counts[isSent ? 'sent' : 'failed'] += spans
    if (isSent === !isFailing) return
    isFailing = !isSent
    const { failed, dropped } = counts
    // This code runs in the context of the request that happened to complete the batch. The log line must not have the id of that
    // request.
    runWithoutTrace(() =>
      isFailing
        ? log.warn({ reason: reasonOf(error) }, 'cannot send traces, dropping spans')
        : log.info({ failed, dropped }, 'sending traces again'),
    )
  }
  const batches = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        const finish = (result: ExportResult) => {
          count(spans.length, result)
          done(result)
        }
        try {
          exporter.export(spans, finish)
        } catch (error) {
          finish({ code: ExportResultCode.FAILED, error: toError(error) })
        }
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: bounds.maxSpans,
    maxExportBatchSize: bounds.batchSize,
    scheduledDelayMillis: bounds.delayMs,
    exportTimeoutMillis: bounds.timeoutMs,
  })
  return {
    processor: {
      onStart() {},
      onEnd(span) {
        if (counts.waiting >= bounds.maxSpans) {
          counts.dropped++
          return
        }
        counts.waiting++
        runWithoutTrace(() => batches.onEnd(span))
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    },
    metric: { ...spanMetric, read: async () => new Map(Object.entries(counts)) },
  }
}

/**
 * Returns an HTTP status, an error code of the system or the name of an error. The message of the error is not used, because
 * it could hold the reply of the receiver.
 */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined
  return code === undefined ? (error?.name ?? 'unknown') : String(code)
}
