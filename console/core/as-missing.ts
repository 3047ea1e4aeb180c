import { Failure } from '#contract/declaration/failures.ts'

/**
 * Returns undefined for the failure `user_not_found`, so that a page can be shown without the user. Throws any other error
 * again.
 */
export function asMissing(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'user_not_found') return undefined
  throw error
}
