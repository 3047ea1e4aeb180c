import { failures } from '#contract/declaration/failure-table.ts'
import type { Failure } from '#contract/declaration/failures.ts'
import type { Texts } from '../texts/texts.ts'

/** Returns the message for a page when a limit was reached, and the seconds to wait; undefined for every other failure. */
export function limitOf(error: Failure) {
  if (failures[error.code].http !== 429) return undefined
  const { retryAfterSeconds = 60 } = error
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return { retryAfterSeconds, problem: ({ limited }: Texts) => limited({ minutes }) }
}
