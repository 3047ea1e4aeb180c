import { Failure } from '#contract/declaration/failures.ts'

/**
 * The limits whose excess is answered with the failure `overloaded`. The failure does not tell the client which limit it was.
 */
export const overloadLimits = [
  'password_hashes',
  'identity_providers',
  'login_attempts',
  'streams',
  'stream_reads',
  'rpc_messages',
  'rpc_replies',
] as const
export type OverloadLimit = (typeof overloadLimits)[number]

const limits = new WeakMap<Failure, OverloadLimit>()

/** Makes a failure `overloaded` from which the log and the metrics can find out the limit. */
export function overloaded(limit: OverloadLimit, retryAfterSeconds?: number): Failure {
  const failure = new Failure('overloaded', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  limits.set(failure, limit)
  return failure
}

/**
 * Returns which limit was reached, for a failure `overloaded`. Undefined when the failure is a reply of the other service:
 * only that service knows which of its limits was reached.
 */
export const overloadLimitOf = (failure: Failure): OverloadLimit | undefined => limits.get(failure)
