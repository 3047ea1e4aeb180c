import { commonFailures, type Endpoint } from '#contract/declaration/endpoint.ts'
import { type FailureCode, failures } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import type { Log } from '../log/log.ts'
import { outageOf } from '../log/outages.ts'
import { currentSpan } from '../log/tracing.ts'
import { warnOfFlood } from '../log/warn-of-flood.ts'
import type { Refusals } from '../metrics/refusals.ts'

/** The log, the metrics and the traces that failures are reported to. */
export interface Reporting {
  log: Log
  /** Counts refused requests; absent where nobody reads the count. */
  refusals?: Refusals | undefined
}

/**
 * Returns the failure that is sent to the client, and logs its cause. An error that is no Failure becomes `internal`. `failure`
 * is given when the transport (HTTP or gRPC) has already turned the error into a Failure.
 */
export function reportFailure(
  {
    error,
    failure = error instanceof Failure ? error : undefined,
  }: { error: unknown; failure?: Failure | undefined },
  endpoint: Endpoint | undefined,
  { log, refusals }: Reporting,
): Failure {
  if (!failure) {
    log.error({ err: error, endpoint: endpoint?.name }, 'request failed')
    failure = new Failure('internal')
  } else if (outageOf(failure)) {
    log.warn({ code: failure.code, endpoint: endpoint?.name, err: failure }, 'request not served')
  } else if (isUnserved(failure.code)) {
    warnOfUnserved(failure, endpoint, log)
  } else if (
    endpoint &&
    !endpoint.failures.includes(failure.code) &&
    !commonFailures(endpoint).includes(failure.code)
  ) {
    // The contract promises clients which failures an endpoint can answer, and this one is not in its list.
    log.error({ code: failure.code, endpoint: endpoint.name }, 'failure not declared by its endpoint')
  }
  currentSpan()?.set('latchkey.failure', failure.code)
  refusals?.count(failure)
  log.debug({ code: failure.code, endpoint: endpoint?.name }, 'refused')
  return failure
}

/**
 * True for a failure whose cause must be logged. Requests that a limit refuses are only counted, in one line a minute (see
 * `Refusals`).
 */
const isUnserved = (code: FailureCode): boolean =>
  code === 'service_token_invalid' ||
  (failures[code].http >= 500 && code !== 'overloaded' && code !== 'not_ready')

/**
 * Logs the cause of a failure, which the reply does not show. Any client can cause many failures, so the number of log lines is
 * bounded.
 */
function warnOfUnserved({ code, cause }: Failure, endpoint: Endpoint | undefined, log: Log): void {
  warnOfFlood(log, {
    line: { code, endpoint: endpoint?.name },
    first: { err: cause },
    message: 'request not served',
    moreMessage: 'more requests not served',
    countedAs: 'refused',
  })
}
