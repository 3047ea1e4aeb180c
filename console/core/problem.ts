import { Failure, type FieldError } from '#contract/failures.ts'
import type { Texts } from '../texts/texts.ts'

/** What an admin can do something about, shown above the form that was sent. */
export interface Problem {
  text: string
  faults: readonly Fault[]
}

/** What is wrong with one field of a form. */
export interface Fault {
  /** The JSON pointer to the field. */
  pointer: string
  /** In the language of the reader. */
  text: string
  /** What the service says about it, which is English and may be more exact; undefined where the text is as good. */
  inEnglish: string | undefined
}

/**
 * Returns what a form says about a failure that the admin can do something about.
 * @throws any other error again
 */
export function problemOf(error: unknown, texts: Texts): Problem {
  const { problems } = texts
  if (!(error instanceof Failure)) throw error
  const { code, errors = [] } = error
  if (code === 'invalid_request')
    return { text: problems.invalid_request, faults: errors.map((one) => toFault(one, texts)) }
  const text = Object.entries(problems).find(([name]) => name === code)?.[1]
  if (text === undefined) throw error
  return { text, faults: [] }
}

/** The codes whose faults the reader can mend without more words than the code has. */
const plainCodes = ['required', 'repeated', 'unknown_field', 'too_common', 'is_username', 'is_email']

/** A code of a later version of the service has no words here yet. */
function toFault({ pointer, code, detail }: FieldError, { faults }: Texts): Fault {
  const text = Object.entries(faults).find(([known]) => known === code)?.[1] ?? faults.invalid
  return { pointer, text, inEnglish: plainCodes.includes(code) ? undefined : detail }
}
