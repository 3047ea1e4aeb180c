import { Failure } from '#contract/failures.ts'

/** The limits that a request is refused by with `overloaded`, which does not tell the client which one it was. */
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

/** Makes a failure `overloaded` that the log and the metrics know the limit of. */
export function overloaded(limit: OverloadLimit, retryAfterSeconds?: number): Failure {
  const failure = new Failure('overloaded', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  limits.set(failure, limit)
  return failure
}

/** Returns the limit of a failure `overloaded`; undefined when it came from the other service, which knows the limit. */
export const overloadLimitOf = (failure: Failure): OverloadLimit | undefined => limits.get(failure)
