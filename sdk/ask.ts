import type { Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { type CallInput, call } from './call.ts'
import { type CallOptions, ServiceUnreachable } from './send-request.ts'

/** The options of a call that one service makes to another on behalf of a client. */
export interface AskOptions extends CallOptions {
  /**
   * The failure code that replaces a network fault, and every failure that is not in `passedOn`. Such a code asks the client to
   * try again later.
   */
  unavailable: FailureCode
  /** The failures that are passed on to the client unchanged. By default, these are all failures that the endpoint lists. */
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

/**
 * Returns whether another service answers and accepts the credential. The input must be invalid, so that the request is answered
 * with `invalid_request` once its credential was accepted, and costs the other service nothing else.
 */
export async function answersInvalid<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: AskOptions,
): Promise<boolean> {
  try {
    await ask(endpoint, input, { ...options, passedOn: ['invalid_request'] })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'invalid_request'
  }
  return true
}
