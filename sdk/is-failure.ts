import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { type Failure, failureBrand } from '#contract/declaration/failures.ts'

/**
 * Returns whether an error is a failure that Latchkey answered, and, if codes are given, whether it has one of
 * them. It recognizes failures of another copy of this package too, where `instanceof` does not: a project may
 * have several copies installed.
 * @example
 * if (isFailure(error, 'username_taken', 'email_taken')) return showTaken(error.code)
 */
export const isFailure = <Code extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: Code[]
): error is Failure & { code: Code } =>
  typeof error === 'object' &&
  error !== null &&
  failureBrand in error &&
  'code' in error &&
  (codes.length === 0 || codes.some((code) => code === error.code))
