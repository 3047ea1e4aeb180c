import { commonFailures, type Endpoint } from '#contract/endpoint.ts'
import { Failure, failures } from '#contract/failures.ts'
import { warnOfFlood } from './limits/warn-of-flood.ts'
import type { Log } from './log.ts'

/** What the client is told of an error; the log is told why. */
export function reportFailure(
  {
    error,
    failure = error instanceof Failure ? error : undefined,
  }: { error: unknown; failure?: Failure | undefined },
  endpoint: Endpoint | undefined,
  log: Log,
): Failure {
  if (!failure) {
    log.error({ err: error, endpoint: endpoint?.name }, 'a request failed')
    failure = new Failure('internal')
  } else if (failures[failure.code].http >= 500 || failure.code === 'service_token_invalid') {
    warnOfUnserved(failure, endpoint, log)
  } else if (
    endpoint &&
    !endpoint.failures.includes(failure.code) &&
    !commonFailures(endpoint).includes(failure.code)
  ) {
    // A client reads the contract to know what can happen: this one is missing there.
    log.error({ code: failure.code, endpoint: endpoint.name }, 'a failure that its endpoint does not list')
  }
  log.debug({ code: failure.code, endpoint: endpoint?.name }, 'refused')
  return failure
}

/** The client is told to try again, or that it is nobody: only the log says why. Anybody can ask for as many of these lines. */
function warnOfUnserved({ code, cause }: Failure, endpoint: Endpoint | undefined, log: Log): void {
  warnOfFlood(log, {
    line: { code, endpoint: endpoint?.name },
    first: { err: cause },
    message: 'a request could not be served',
    moreMessage: 'more requests could not be served',
    countedAs: 'refused',
  })
}
