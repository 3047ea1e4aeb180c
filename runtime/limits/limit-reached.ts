import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'

/** Makes a failure of status 429 with the headers `retry-after`, `ratelimit` and `ratelimit-policy`. */
export function limitReached(
  code: FailureCode,
  limit: { name: string; quota: number; windowSeconds: number; waitMs: number },
): Failure {
  const seconds = Math.max(1, Math.ceil(limit.waitMs / 1000))
  return new Failure(code, {
    retryAfterSeconds: seconds,
    headers: {
      ratelimit: `"${limit.name}";r=0;t=${seconds}`,
      'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`,
    },
  })
}
