import type { Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import { Failure, type FailureCode } from '#contract/failures.ts'
import { type CallInput, type CallOptions, call, ServiceUnreachable } from './call.ts'

/** The options of a call that a service makes on behalf of a client. */
export interface AskOptions extends CallOptions {
  /**
   * The code that replaces every other failure and every network fault: to the client all of these mean to
   * try again later.
   */
  unavailable: FailureCode
  /**
   * The failures that are passed on unchanged. By default, these are the failures that the endpoint lists.
   */
  passedOn?: readonly FailureCode[]
}

/**
 * Calls an endpoint of another service on behalf of a client.
 * @throws {Failure} one of `passedOn`, or `unavailable` with the fault as its `cause`
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
