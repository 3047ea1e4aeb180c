import { Failure } from '#contract/failures.ts'

/** Turns the failure that there is no such user into undefined. Any other error is thrown again. */
export function asMissing(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'user_not_found') return undefined
  throw error
}
