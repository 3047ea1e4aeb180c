import { Failure, type FieldError } from '#contract/failures.ts'
import type { Texts } from '../texts/texts.ts'

/** What an admin can do something about, shown above the form that was sent. */
export interface Problem {
  text: string
  /** The faults of single fields, in the words of the service, which are English. */
  faults: readonly FieldError[]
}

/**
 * Returns what a form says about a failure that the admin can do something about.
 * @throws any other error again
 */
export function problemOf(error: unknown, { problems }: Texts): Problem {
  if (!(error instanceof Failure)) throw error
  const { code, errors = [] } = error
  if (code === 'invalid_request') return { text: problems.invalid_request, faults: errors }
  const text = Object.entries(problems).find(([name]) => name === code)?.[1]
  if (text === undefined) throw error
  return { text, faults: [] }
}
