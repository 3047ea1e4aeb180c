import { failures } from '#contract/declaration/failure-table.ts'
import type { Failure } from '#contract/declaration/failures.ts'
import { currentSpan } from '../log/tracing.ts'
import type { Traces } from '../traces/traces.ts'
import type { RpcCall } from './rpc.ts'

type Sent = Omit<RpcCall, 'signal' | 'noteTrailer'>

/** Runs the reply to a call in a span of its own, if traces are on. */
export const inSpan = (
  traces: Traces | undefined,
  call: { getPath(): string },
  reply: (sent: Sent) => Promise<void>,
): ((sent: Sent) => Promise<void>) =>
  traces ? (sent) => traces.rpc(call.getPath(), sent.metadata, () => reply(sent)) : reply

/** The statuses that are faults of the server (OpenTelemetry, semantic conventions for gRPC). */
const faults = ['unknown', 'deadline_exceeded', 'unimplemented', 'internal', 'unavailable', 'data_loss']

/** Notes the status of a refused call on the current span, if there is one. */
export function noteStatus({ code }: Failure): void {
  const status = failures[code].grpc
  const span = currentSpan()
  span?.set('rpc.status_code', status.toUpperCase())
  if (faults.includes(status)) span?.fail(status.toUpperCase())
}
