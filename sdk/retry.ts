import { isFailure } from './is-failure.ts'
import { pause } from './pause.ts'
import { ServiceUnreachable } from './send-request.ts'

const backOffMs = { first: 200, max: 2_000 }
/** A service that asks for a longer pause is not asked again: the caller decides whether to wait that long. */
const maxRetryAfterSeconds = 10

/**
 * Repeats an attempt that failed for a reason that may pass: there was no reply, or the service said when to
 * try again (`Retry-After`). The attempt must be one that may be repeated.
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { retries, signal }: { retries: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  for (let failed = 0; ; failed++) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = waitAfter(error, failed)
      if (failed >= retries || waitMs === undefined) throw error
      await pause(waitMs, signal)
      signal?.throwIfAborted()
    }
  }
}

/** Returns the milliseconds to wait before the next attempt; undefined when another one would fail too. */
function waitAfter(error: unknown, failed: number): number | undefined {
  // Without jitter, all clients would come back in the same moment after a restart of the service.
  const jitter = 0.5 + Math.random() / 2
  if (error instanceof ServiceUnreachable)
    return Math.min(backOffMs.first * 2 ** failed, backOffMs.max) * jitter
  if (!isFailure(error) || error.retryAfterSeconds === undefined) return undefined
  if (!(error.retryAfterSeconds <= maxRetryAfterSeconds)) return undefined
  return error.retryAfterSeconds * 1_000 + backOffMs.first * jitter
}
