import type { Log } from '../log/log.ts'
import { createHistogram, type Histogram } from '../metrics/histogram.ts'
import type { Metric } from '../metrics/metrics.ts'
import { createRefusals, type Refusals } from '../metrics/refusals.ts'
import { createRequestDurations, type RequestDurations } from './request-durations.ts'

/** The metrics of the ports of one service. */
export interface ServerMetrics {
  requests: RequestDurations
  /** The durations of calls by gRPC, by method and status. */
  calls: Histogram
  refusals: Refusals
  all: readonly Metric[]
}

export function createServerMetrics(log: Log): ServerMetrics {
  const requests = createRequestDurations()
  // The name and the labels are those of the OpenTelemetry semantic conventions for gRPC.
  const calls = createHistogram({
    name: 'rpc_server_call_duration_seconds',
    help: 'Duration of gRPC calls, until the status or the first message of a stream was sent.',
    labels: ['rpc_system_name', 'rpc_method', 'rpc_response_status_code'],
  })
  const refusals = createRefusals(log)
  return { requests, calls, refusals, all: [requests.metric, calls.metric, refusals.metric] }
}
