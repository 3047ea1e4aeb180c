import { isFailure } from './is-failure.ts'
import { pause } from './pause.ts'
import { ServiceUnreachable } from './send-request.ts'

/** The longest pauses between attempts. */
export interface Patience {
  maxBackOffMs: number
  /**
   * The longest pause that a service may ask for. After a longer `Retry-After` the call is not repeated: the caller decides
   * whether to wait that long.
   */
  maxRetryAfterSeconds: number
}

/** The usual limits, for a call whose reply somebody waits for. */
const usual: Patience = { maxBackOffMs: 2_000, maxRetryAfterSeconds: 10 }
const firstBackOffMs = 200

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
      const waitMs = waitAfter(error, failed, usual)
      if (failed >= retries || waitMs === undefined) throw error
      await pause(waitMs, signal)
      signal?.throwIfAborted()
    }
  }
}

/**
 * Returns the milliseconds to wait after an attempt that failed, when the `failed` attempts directly before it failed too;
 * undefined when another attempt would fail as well.
 */
export function waitAfter(
  error: unknown,
  failed: number,
  { maxBackOffMs, maxRetryAfterSeconds }: Patience,
): number | undefined {
  // Without jitter, all clients would come back in the same moment after a restart of the service.
  const jitter = 0.5 + Math.random() / 2
  if (error instanceof ServiceUnreachable)
    return Math.min(firstBackOffMs * 2 ** failed, maxBackOffMs) * jitter
  if (!isFailure(error) || error.retryAfterSeconds === undefined) return undefined
  if (!(error.retryAfterSeconds <= maxRetryAfterSeconds)) return undefined
  return error.retryAfterSeconds * 1_000 + firstBackOffMs * jitter
}
