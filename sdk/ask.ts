import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { Failure, type FailureCode } from '#contract/failures.ts'
import { type CallInput, type CallOptions, call, ServiceUnreachable } from './call.ts'

export interface AskOptions extends CallOptions {
  /** The code that stands for every other fault between two services: to their client it is one thing, try again later. */
  unavailable: FailureCode
  /** The failures that are passed on as they are; those that the endpoint lists, if absent. */
  passedOn?: readonly FailureCode[]
}

/**
 * Calls an endpoint of another service on behalf of a client.
 * @throws {Failure} one of those that are passed on, or `unavailable` with what went wrong as its cause
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { unavailable, passedOn = endpoint.failures, ...options }: AskOptions,
): Promise<Reply<E>> {
  try {
    return await call(endpoint, input, options)
  } catch (cause) {
    if (cause instanceof Failure && passedOn.includes(cause.code)) throw cause
    if (!(cause instanceof Failure || cause instanceof ServiceUnreachable)) throw cause
    throw new Failure(unavailable, { cause, retryAfterSeconds: 1 })
  }
}
